import { runTool } from '@course/dev-stack/process/run-tool';
import { NX, runTarget } from '@course/dev-stack/stack/builds';
import type { Tally } from './tally.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

/** Projects that failed, as nx lists them at the end: `- mf-quiz:lint`. */
const failedTasks = (output: string, target: string): number => {
  const names = output.split('Failed tasks:').at(-1)?.matchAll(new RegExp(`^- (\\S+):${target}\\b`, 'gm')) ?? [];
  return new Set([...names].map(([, name]) => name)).size;
};

const projectsWith = async (target: string, signal: AbortSignal): Promise<number> => {
  const { output } = await runTool(process.execPath, [NX, 'show', 'projects', '--with-target', target, '--json'], { signal });
  return (JSON.parse(output.slice(output.indexOf('['))) as string[]).length;
};

/** Counts an nx target run: every project that has it is one check. */
export const countTarget = ({ total, code, output, target }: { total: number; code: number; output: string; target: string }): Tally => {
  if (code === 0) return { passed: total, failed: 0 };
  const failed = Math.max(1, failedTasks(output, target));
  return { passed: Math.max(0, total - failed), failed };
};

/** Runs a target such as `lint` in every project. */
export const checkTarget = async (target: string, { signal, onOutput }: CheckOptions): Promise<Tally> => {
  const total = await projectsWith(target, signal);
  const { code, output } = await runTarget(target, [], { signal, onOutput });
  return countTarget({ total, code, output, target });
};
