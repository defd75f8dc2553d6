import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testEnv } from '../../../test/service.ts';
import { parseEnv } from '../../platform/env.ts';
import { createLogger } from '@course/service-kit';
import { LessonStore } from './lesson-store.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'lessons-'));
afterAll(() => rmSync(dir, { recursive: true }));

const lesson =
  '---\ntitle: One\narea: general\nlevel: core\nminutes: 15\nexercise: Do it.\ntakeaway: Keep it.\n---\n\n## Beginning\n\nWords.\n';

it('counts files that cannot be read, once they were asked for and until they are repaired, and logs each without its words', () => {
  writeFileSync(path.join(dir, 'day-01.md'), 'private words, no front matter');
  const lines: string[] = [];
  const store = new LessonStore(
    parseEnv(testEnv({ LESSONS_DIR: dir })),
    createLogger('svc-funnel', 'warn', { write: (line) => void lines.push(line) }),
  );
  expect(store.unreadable).toBe(0);
  for (let round = 0; round < 3; round += 1) expect(store.get('day-01')).toBeUndefined();
  expect(store.unreadable).toBe(1);
  expect(lines).toEqual([expect.stringContaining('day-01.md')]);
  expect(lines.join('')).not.toContain('private words');
  writeFileSync(path.join(dir, 'day-01.md'), lesson);
  expect([store.get('day-01')?.title, store.unreadable]).toEqual(['One', 0]);
});
