import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sentenceOf, Stopped } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool } from '../process/run-tool.ts';

export interface WatchOptions {
  /** The project to build at every change of its sources or of a package it uses. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called after every build without errors, never twice at once. */
  readonly onBuilt: () => Promise<void>;
  readonly say: (line: string) => void;
}

/** Runs the watching build until it ends or is stopped. Rejects with `Stopped` when it is stopped. */
export type RunWatch = (onOutput: (text: string) => void) => Promise<{ readonly output: string }>;

const RSPACK = path.join(PROJECT_ROOT, 'node_modules/.bin/rspack');

/** rspack says one such line a compilation; a project may have several that end one after the other. */
const ENDED = /compiled (successfully|with)/;
const FAILED = /^ERROR|compiled with \d+ error/m;
const QUIET_MS = 250;
/** Before a build tool that ended is begun again, in ms. */
const AGAIN_MS = 1000;

/** Collects what a round of compilations says, and reports once nothing more comes. */
const rounds = (report: (output: string) => Promise<void>, say: (line: string) => void) => {
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  return (text: string): void => {
    output += text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!ENDED.test(output)) return;
      const said = output;
      output = '';
      // A build that is being written again while it is looked at is looked at again after that.
      turn = turn.then(() => report(said)).catch((error: unknown) => say(sentenceOf(error)));
    }, QUIET_MS);
  };
};

/** Builds a project now and at every change. Nothing but being asked to stop ends it: a build tool that ends by itself is begun again. */
export const watchBuild = async (
  { folder, signal, onBuilt, say }: WatchOptions,
  run: RunWatch = (onOutput) =>
    runTool(process.execPath, [RSPACK, 'build', '--watch'], { cwd: folder, signal, onOutput }),
): Promise<void> => {
  const onOutput = rounds(async (output) => {
    if (FAILED.test(output)) say(output.trim());
    else await onBuilt();
  }, say);
  try {
    while (!signal.aborted) {
      const { output } = await run(onOutput);
      say(`The build of ${path.basename(folder)} ended and is begun again:\n${output.trim()}`);
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};
