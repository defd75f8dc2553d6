import path from 'node:path';
import { Failure, Stopped } from '@course/ops/failure';
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

const RSPACK = path.join(PROJECT_ROOT, 'node_modules/.bin/rspack');

/** rspack says one such line a compilation; a project may have several that end one after the other. */
const ENDED = /compiled (successfully|with)/;
const FAILED = /^ERROR|compiled with \d+ error/m;
const QUIET_MS = 250;

/** Collects what a round of compilations says, and reports once nothing more comes. */
const rounds = (report: (output: string) => Promise<void>) => {
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
      turn = turn.then(() => report(said));
    }, QUIET_MS);
  };
};

/** Builds a project now and at every change. Resolves when it is asked to stop. */
export const watchBuild = async ({ folder, signal, onBuilt, say }: WatchOptions): Promise<void> => {
  const onOutput = rounds(async (output) => {
    if (FAILED.test(output)) say(output.trim());
    else await onBuilt();
  });
  try {
    const { output } = await runTool(process.execPath, [RSPACK, 'build', '--watch'], { cwd: folder, signal, onOutput });
    throw new Failure(`The build of ${path.basename(folder)} ended:\n${output}`);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};
