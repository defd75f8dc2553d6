import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@course/federation/paths';

const run = promisify(execFile);

/**
 * Builds mf-quiz from a copy of its sources, with `change` applied to the step table, as its team would. Nothing else
 * is built. Returns the folder of the build.
 */
export async function quizVariant(change: (table: string) => string): Promise<string> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'quiz-variant-'));
  const dir = path.join(home, 'mf-quiz');
  await fs.symlink(path.join(PROJECT_ROOT, 'node_modules'), path.join(home, 'node_modules'));
  for (const part of ['src', 'package.json', 'rspack.config.mjs', 'screen-states.json'])
    await fs.cp(path.join(PROJECT_ROOT, 'mf-quiz', part), path.join(dir, part), { recursive: true });
  const table = path.join(dir, 'src', 'flow', 'steps.ts');
  await fs.writeFile(table, change(await fs.readFile(table, 'utf8')));
  await run(path.join(PROJECT_ROOT, 'node_modules', '.bin', 'rspack'), ['build'], {
    cwd: dir,
    maxBuffer: 16 * 1024 * 1024,
  });
  return path.join(dir, 'dist');
}
