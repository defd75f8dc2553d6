import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool } from '@course/dev-stack/process/run-tool';

/** A copy of all that git has or would take, committed or not, in a folder of its own: what a newcomer clones. */
export const freshCheckout = async (signal: AbortSignal): Promise<string> => {
  const { output } = await runTool('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { signal });
  const folder = mkdtempSync(path.join(tmpdir(), 'course-fresh-'));
  for (const file of output.split('\0').filter((name) => name && existsSync(path.join(PROJECT_ROOT, name)))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(PROJECT_ROOT, file), path.join(folder, file));
  }
  return folder;
};
