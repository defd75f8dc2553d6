import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parsePicture, pngName } from '@course/funnel/pictures';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testEnv } from '../../../test/service.ts';
import { parseEnv } from '../../platform/env.ts';
import { createLogger } from '@course/service-kit';
import { LessonStore } from './lesson-store.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'lessons-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const lesson =
  '---\ntitle: One\narea: general\nlevel: core\nminutes: 15\nexercise: Do it.\ntakeaway: Keep it.\n---\n\n## Beginning\n\nWords.\n';

function aStore() {
  const lines: string[] = [];
  const env = parseEnv(testEnv({ LESSONS_DIR: dir, PICTURES_DIR: path.join(dir, 'pictures') }));
  const logger = createLogger('svc-funnel', 'warn', { write: (line) => void lines.push(line) });
  return { store: new LessonStore(env, logger), lines };
}

it('counts unreadable files from the first read until they are repaired, and logs each without its text', () => {
  writeFileSync(path.join(dir, 'day-01.md'), 'private words, no front matter');
  const { store, lines } = aStore();
  expect(store.unreadable).toBe(0);
  for (let round = 0; round < 3; round += 1) expect(store.get('day-01')).toBeUndefined();
  expect(store.unreadable).toBe(1);
  expect(lines).toEqual([expect.stringContaining('day-01.md')]);
  expect(lines.join('')).not.toContain('private words');
  writeFileSync(path.join(dir, 'day-01.md'), lesson);
  expect([store.get('day-01')?.title, store.unreadable]).toEqual(['One', 0]);
});

it('counts a missing folder until a lesson in it can be read', () => {
  rmSync(dir, { recursive: true });
  const { store } = aStore();
  expect(store.get('day-01')).toBeUndefined();
  expect(store.unreadable).toBe(2);
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'day-01.md'), lesson);
  expect([store.get('day-01')?.title, store.unreadable]).toEqual(['One', 0]);
});

it('reads a lesson that is added later with the pictures and cards present by then, and logs later problems', () => {
  writeFileSync(path.join(dir, 'day-01.md'), lesson);
  const { store, lines } = aStore();
  expect([store.get('day-01')?.title, lines]).toEqual(['One', []]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="180" viewBox="0 0 300 180"><title>Two bars and a line between them.</title></svg>`;
  const png = pngName(parsePicture({ name: 'bars.svg', text: svg }));
  mkdirSync(path.join(dir, 'pictures', 'png'), { recursive: true });
  writeFileSync(path.join(dir, 'pictures', 'bars.svg'), svg);
  writeFileSync(path.join(dir, 'pictures', 'png', png), 'PNG');
  mkdirSync(path.join(dir, 'tools'));
  writeFileSync(path.join(dir, 'tools', 'pencil.md'), 'no front matter');
  writeFileSync(path.join(dir, 'day-02.md'), `${lesson}\n{{Picture: bars}}\n`);
  expect(store.get('day-02')?.markdown).toContain(`/api/pictures/${png}`);
  writeFileSync(path.join(dir, 'day-03.md'), 'private words, no front matter');
  for (let round = 0; round < 2; round += 1) expect(store.get('day-03')).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('tools/pencil.md'), expect.stringContaining('day-03.md')]);
});
