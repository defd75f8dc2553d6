import { runTool } from '@course/dev-stack/process/run-tool';
import { NX } from '@course/dev-stack/stack/builds';
import type { Tally } from './tally.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly inBackground?: boolean;
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

/** Runs targets of all projects that have them, two tasks at a time, with nx's cache. `more` are arguments of each task. */
export const runTargets = (
  targets: readonly string[],
  more: readonly string[],
  env: Readonly<Record<string, string>>,
  options: CheckOptions,
): Promise<TargetRun> => {
  const args = [
    NX,
    'run-many',
    '-t',
    ...targets,
    '--parallel=2',
    '--output-style=static',
    '--nxBail=false',
    ...(more.length > 0 ? ['--', ...more] : []),
  ];
  return runTool(process.execPath, args, { ...options, env });
};
