import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { expect, test } from 'vitest';
import { EXHAUSTIVE } from './exhaustive.ts';

/** The files that read the variables which a project's spec files share. */
const SHARED: Readonly<Record<string, string>> = { JOURNEYS: 'packages/e2e/src/sample.ts' };

const specsOf = (project: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.spec.ts'], {
    cwd: path.join(PROJECT_ROOT, project),
    encoding: 'utf8',
  }).split('\0');

const textOf = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

test.each(EXHAUSTIVE)('$project has $file, which reads its size', ({ project, file, size }) => {
  const specs = specsOf(project).filter((spec) => spec.includes(file));
  expect(specs).not.toEqual([]);
  for (const variable of Object.keys(size)) {
    const readers = variable in SHARED ? [SHARED[variable]!] : specs.map((spec) => path.join(project, spec));
    expect(readers.map(textOf).join('\n'), variable).toContain(`process.env['${variable}']`);
  }
});
