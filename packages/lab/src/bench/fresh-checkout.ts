import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { runTool } from '@course/dev-stack/process/run-tool';

/**
 * Copies every file that git tracks or would add, committed or not, to a new folder, as a fresh clone would have it.
 */
export const freshCheckout = async (signal: AbortSignal): Promise<string> => {
  const { output } = await runTool('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { signal });
  const folder = mkdtempSync(path.join(tmpdir(), 'course-fresh-'));
  for (const file of output.split('\0').filter((name) => name && existsSync(path.join(PROJECT_ROOT, name)))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(PROJECT_ROOT, file), path.join(folder, file));
  }
  return folder;
};
