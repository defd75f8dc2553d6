import { runTool } from '@course/dev-stack/process/run-tool';
import { NX } from '@course/dev-stack/stack/builds';
import type { Tally } from './tally.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly inBackground?: boolean;
  /** How many tasks run at a time, 2 if not given. */
  readonly parallel?: number;
  readonly onOutput: (text: string) => void;
}

export interface TargetRun {
  /** Exit code of nx. */
  readonly code: number;
  readonly output: string;
}

/** Projects whose task failed, as nx lists them at the end: `- mf-quiz:lint`. */
export const failedProjects = ({ output }: TargetRun, target: string): ReadonlySet<string> => {
  const names =
    output
      .split('Failed tasks:')
      .at(-1)
      ?.matchAll(new RegExp(`^- (\\S+):${target}\\b`, 'gm')) ?? [];
  return new Set([...names].flatMap(([, name]) => name ?? []));
};

/** Counts a target in which every project is one check, by what nx runs: `> nx run mf-quiz:lint`. None at all is a failure. */
export const countTarget = (run: TargetRun, target: string): Tally => {
  const ran = new Set(run.output.match(new RegExp(`^> nx run \\S+:${target}\\b`, 'gm'))).size;
  const failed = failedProjects(run, target).size;
  return { passed: Math.max(0, ran - failed), failed: ran === 0 ? Math.max(1, failed) : failed };
};

/** Passes output on by whole tasks, so that those of runs side by side do not mix: each begins with nx's line. */
export const byTask = (pass: (text: string) => void) => {
  let held = '';
  const passUpTo = (end: number): void => {
    if (end > 0) pass(held.slice(0, end));
    held = held.slice(end);
  };
  return {
    add: (text: string): void => {
      held += text;
      passUpTo(Math.max(0, held.lastIndexOf('\n> nx run ')));
    },
    end: (): void => passUpTo(held.length),
  };
};

/**
 * Runs targets of all projects that have them, with nx's cache. What they depend on was made by the build: two runs side by
 * side would each write it anew while the other reads it. `more` are arguments of each task.
 */
export const runTargets = async (
  targets: readonly string[],
  more: readonly string[],
  env: Readonly<Record<string, string>>,
  { onOutput, parallel = 2, ...options }: CheckOptions,
): Promise<TargetRun> => {
  const args = [
    NX,
    'run-many',
    '-t',
    ...targets,
    `--parallel=${parallel}`,
    '--output-style=static',
    '--nxBail=false',
    '--excludeTaskDependencies',
    ...(more.length > 0 ? ['--', ...more] : []),
  ];
  const output = byTask(onOutput);
  try {
    return await runTool(process.execPath, args, { ...options, env, onOutput: output.add });
  } finally {
    output.end();
  }
};
