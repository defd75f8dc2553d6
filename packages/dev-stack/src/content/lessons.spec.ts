import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { lessonProblems, lessonReport } from './lessons.ts';

test('a folder with one broken lesson is told as what it is: one file to repair, the others missing', async () => {
  const dir = scratchFolder();
  writeFileSync(path.join(dir, 'day-01.md'), 'No front matter');
  const problems = await lessonProblems(dir);
  expect(problems).toHaveLength(84);
  expect(problems.slice(0, 2)).toEqual(['day-01.md: there is no front matter between two lines ---', 'day-02.md: is missing']);
});

test('a folder that is not there is one sentence', async () => {
  await expect(lessonProblems('/no/such/folder')).rejects.toThrow(/^The lessons in \/no\/such\/folder could not be checked/);
});

test('what a tool says before the list is no part of it', async () => {
  expect(await lessonProblems('x', () => Promise.resolve({ code: 0, output: 'npm warn\n["day-01.md: is missing"]\n' }))).toEqual(['day-01.md: is missing']);
});

test('the report names every problem, or says that there is none', () => {
  expect(lessonReport([], 'content/lessons')).toBe('Lessons in content/lessons: all there, nothing to repair.');
  expect(lessonReport(['day-01.md: is missing'], 'content/lessons')).toBe('Lessons in content/lessons: 1 to repair before going live.\n  day-01.md: is missing');
});
