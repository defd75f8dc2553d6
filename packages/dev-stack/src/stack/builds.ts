import path from 'node:path';
import { takeLock } from '@course/federation/lock';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool, type ToolOptions, type ToolResult } from '../process/run-tool.ts';

export const NX = path.join(PROJECT_ROOT, 'node_modules/.bin/nx');

/** Two starts in one checkout must not write the same files at once. */
const LOCK = path.join(PROJECT_ROOT, 'node_modules/.course-build.lock');

/** Runs an nx target in all projects that have it, with nx's cache. */
export const runTarget = async (
  target: string,
  args: readonly string[] = [],
  options: ToolOptions = {},
): Promise<ToolResult> => {
  const release = await takeLock(LOCK);
  try {
    return await runTool(process.execPath, [NX, 'run-many', '-t', target, '--output-style=static', ...args], options);
  } finally {
    release();
  }
};

/** What the failed tasks printed; all of it when nx names none. */
export const failedOutput = (output: string): string => {
  const [report = '', list = ''] = output.split('Failed tasks:');
  const failed = new Set([...list.matchAll(/^- (\S+)/gm)].map(([, task]) => task));
  const sections = report
    .split(/^(?=> nx run )/m)
    .filter((section) => failed.has(/^> nx run (\S+)/.exec(section)?.[1]));
  return sections.length > 0 ? sections.join('\n').trim() : output.trim();
};

/** Builds what changed since the last build. Rejects with the tools' output. */
export const buildAll = async (signal?: AbortSignal): Promise<void> => {
  const { code, output } = await runTarget('build', [], signal ? { signal } : {});
  if (code !== 0) throw new Failure(`The build failed.\n${failedOutput(output)}`);
};
