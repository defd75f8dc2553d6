import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commit that a folder's files are of; null when they were changed since, or lie in no repository. */
export const commitOf = async (folder: string): Promise<string | null> => {
  try {
    const git = (...args: string[]) => run('git', ['-C', folder, ...args]);
    const [{ stdout: commit }, { stdout: changes }] = await Promise.all([
      git('rev-parse', 'HEAD'),
      git('status', '--porcelain', '--', '.'),
    ]);
    return changes.trim() === '' ? commit.trim() : null;
  } catch {
    return null;
  }
};
