import { runTool } from '@course/dev-stack/process/run-tool';
import { NX } from '@course/dev-stack/stack/builds';
import type { Tally } from './tally.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly inBackground?: boolean;
  /** Number of parallel tasks, default 2. */
  readonly parallel?: number;
  /** Patterns of project names; `!` excludes. Default: all projects. */
  readonly projects?: readonly string[];
  readonly onOutput: (text: string) => void;
}

export interface TargetRun {
  /** Exit code of nx. */
  readonly code: number;
  readonly output: string;
}

/** Returns the projects whose task failed, from nx's list at the end: `- mf-quiz:lint`. */
export const failedProjects = ({ output }: TargetRun, target: string): ReadonlySet<string> => {
  const names =
    output
      .split('Failed tasks:')
      .at(-1)
      ?.matchAll(new RegExp(`^- (\\S+):${target}\\b`, 'gm')) ?? [];
  return new Set([...names].flatMap(([, name]) => name ?? []));
};

/**
 * Counts each project of a target as one check, by nx's lines `> nx run mf-quiz:lint`. No project counts as a failure.
 */
export const countTarget = (run: TargetRun, target: string): Tally => {
  const ran = new Set(run.output.match(new RegExp(`^> nx run \\S+:${target}\\b`, 'gm'))).size;
  const failed = failedProjects(run, target).size;
  return { passed: Math.max(0, ran - failed), failed: ran === 0 ? Math.max(1, failed) : failed };
};

/** Forwards output in whole tasks, each from nx's line on, so that tasks of parallel runs are not mixed. */
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
 * Runs targets of the projects that have them, with nx's cache. Tasks that they depend on are excluded, because the
 * build has run them, and parallel runs would overwrite their outputs while others read them. Each task gets
 * `taskArgs`.
 */
export const runTargets = async (
  targets: readonly string[],
  taskArgs: readonly string[],
  env: Readonly<Record<string, string>>,
  { onOutput, parallel = 2, projects = [], ...options }: CheckOptions,
): Promise<TargetRun> => {
  const args = [
    NX,
    'run-many',
    '-t',
    ...targets,
    ...(projects.length > 0 ? [`--projects=${projects.join(',')}`] : []),
    `--parallel=${parallel}`,
    '--output-style=static',
    '--nxBail=false',
    '--excludeTaskDependencies',
    ...(taskArgs.length > 0 ? ['--', ...taskArgs] : []),
  ];
  const output = byTask(onOutput);
  try {
    return await runTool(process.execPath, args, { ...options, env, onOutput: output.add });
  } finally {
    output.end();
  }
};
