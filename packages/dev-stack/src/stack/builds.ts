import path from 'node:path';
import { readJson, writeAtomically } from '@course/federation/files';
import { takeLock } from '@course/federation/lock';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { z } from 'zod';
import { runTool } from '../process/run-tool.ts';
import { checkoutState } from './checkout-state.ts';

export const NX = path.join(PROJECT_ROOT, 'node_modules/.bin/nx');

/** Two starts in one checkout must not write the same files at once. */
const LOCK = path.join(PROJECT_ROOT, 'node_modules/.course-build.lock');

/** The state of the checkout after the last build of all projects. */
const BUILT_STATE_FILE = path.join(PROJECT_ROOT, 'node_modules/.course-build.json');
const builtState = z.object({ sources: z.string(), outputs: z.string() });

/** Returns what the failed tasks printed, or all output if nx names none. */
export const failedOutput = (output: string): string => {
  const [report = '', list = ''] = output.split('Failed tasks:');
  const failed = new Set([...list.matchAll(/^- (\S+)/gm)].map(([, task]) => task));
  const sections = report
    .split(/^(?=> nx run )/m)
    .filter((section) => failed.has(/^> nx run (\S+)/.exec(section)?.[1]));
  return sections.length > 0 ? sections.join('\n').trim() : output.trim();
};

const withBuildLock = async <T>(work: () => Promise<T>): Promise<T> => {
  const release = await takeLock(LOCK);
  try {
    return await work();
  } finally {
    release();
  }
};

const runBuild = async (args: readonly string[], signal: AbortSignal | undefined): Promise<void> => {
  const { code, output } = await runTool(
    process.execPath,
    [NX, 'run-many', '-t', 'build', '--output-style=static', ...args],
    signal ? { signal } : {},
  );
  if (code !== 0) throw new Failure(`The build failed.\n${failedOutput(output)}`);
};

/** Builds one project with nx's cache. Rejects with the tools' output. */
export const buildProject = (name: string, signal?: AbortSignal): Promise<void> =>
  withBuildLock(() => runBuild(['-p', name], signal));

/**
 * Builds what changed since the last build, with nx's cache. Rejects with the tools' output.
 *
 * Does not run nx if the checkout is as the last build left it: without its daemon, nx would copy all outputs from its
 * cache again while programs serve or read them.
 */
export const buildAll = (signal?: AbortSignal): Promise<void> =>
  withBuildLock(async () => {
    const { sources, outputs } = checkoutState(PROJECT_ROOT);
    const built = readJson(BUILT_STATE_FILE, builtState);
    if (built?.sources === sources && built.outputs === outputs) return;
    await runBuild([], signal);
    writeAtomically(BUILT_STATE_FILE, JSON.stringify({ sources, outputs: checkoutState(PROJECT_ROOT).outputs }));
  });
