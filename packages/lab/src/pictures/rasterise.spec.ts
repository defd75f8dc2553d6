import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { expect, it } from 'vitest';
import { rasterise } from './rasterise.ts';

const DRAWINGS = path.join(PROJECT_ROOT, 'content/pictures');
const read = (slug: string): string => readFileSync(path.join(DRAWINGS, `${slug}.svg`), 'utf8');
const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];
/** The colour type of a PNG with a palette. */
const PALETTE = 3;

it('makes a PNG of twice the size, with a palette', async () => {
  const png = await rasterise(read('one-sale'));
  expect(sizeOf(png)).toEqual([600, 412]);
  expect(png[25]).toBe(PALETTE);
});

it('draws text, in a font of its own', async () => {
  const words = read('one-sale');
  const [withWords, without] = await Promise.all([
    rasterise(words),
    rasterise(words.replaceAll(/<text[^>]*>.*?<\/text>/g, '')),
  ]);
  expect(withWords.length).toBeGreaterThan(without.length * 2);
});

it('made all committed PNG files, each below 25 kB', () => {
  const files = readdirSync(path.join(DRAWINGS, 'png'));
  expect(files.length).toBeGreaterThan(15);
  for (const name of files) {
    const png = readFileSync(path.join(DRAWINGS, 'png', name));
    expect([name, sizeOf(png)[0], png.length < 25_000]).toEqual([name, 600, true]);
  }
});
