import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'catalogue-'));
  for (const folder of ['packages/funnel/src', 'content/lessons'])
    cpSync(path.join(ROOT, folder), path.join(checkout, folder), { recursive: true });
});
afterAll(() => rmSync(checkout, { recursive: true }));

const place = (file: string): string => path.join(checkout, file);
const CATALOGUE = 'packages/funnel/src/course/catalogue-data.mjs';
const writeCatalogue = () =>
  spawnSync(process.execPath, [place('packages/funnel/src/course/write-catalogue.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, LESSONS_DIR: place('content/lessons') },
  });

it('writes nothing while a lesson cannot be read, and names its file', () => {
  const before = readFileSync(place(CATALOGUE), 'utf8');
  const lesson = place('content/lessons/day-02.md');
  const text = readFileSync(lesson, 'utf8');
  writeFileSync(lesson, text.replace(/^title: .*$/m, 'title: Two: words'));
  expect(writeCatalogue()).toMatchObject({ status: 1, stderr: expect.stringContaining('day-02.md: ') });
  expect(readFileSync(place(CATALOGUE), 'utf8')).toBe(before);
  writeFileSync(lesson, text.replace(/^area: .*$/m, 'area: design'));
  expect(writeCatalogue()).toMatchObject({ status: 0 });
  expect(readFileSync(place(CATALOGUE), 'utf8')).not.toBe(before);
});
