import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sentenceOf, Stopped } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { runTool } from '../process/run-tool.ts';

export interface WatchOptions {
  /** The project to rebuild when its sources or a package that it uses change. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called after every build without errors, one call at a time. */
  readonly onBuilt: () => Promise<void>;
  readonly say: (line: string) => void;
}

/** Runs the watching build until it exits. Rejects with `Stopped` when it was stopped. */
export type RunWatch = (onOutput: (text: string) => void) => Promise<{ readonly output: string }>;

const RSPACK = path.join(PROJECT_ROOT, 'node_modules/.bin/rspack');

/** rspack prints one such line for each compilation; a project may have several, which end one after the other. */
const ENDED = /compiled (successfully|with)/;
const FAILED = /^ERROR|compiled with \d+ error/m;
const QUIET_MS = 250;
/** The pause before a build tool that exited is restarted. */
const RESTART_DELAY_MS = 1000;

/** Collects the output of a round of compilations, and reports it after `QUIET_MS` without more. */
const collectOutput = (report: (output: string) => Promise<void>, say: (line: string) => void) => {
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  let lastReport = Promise.resolve();
  return (text: string): void => {
    output += text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!ENDED.test(output)) return;
      const round = output;
      output = '';
      // A report may fail because the build is being rewritten: another round follows then.
      lastReport = lastReport.then(() => report(round)).catch((error: unknown) => say(sentenceOf(error)));
    }, QUIET_MS);
  };
};

/** Builds a project now and on every change, until `signal` aborts. A build tool that exits by itself is restarted. */
export const watchBuild = async (
  { folder, signal, onBuilt, say }: WatchOptions,
  run: RunWatch = (onOutput) =>
    runTool(process.execPath, [RSPACK, 'build', '--watch'], { cwd: folder, signal, onOutput }),
): Promise<void> => {
  const onOutput = collectOutput(async (output) => {
    if (FAILED.test(output)) say(output.trim());
    else await onBuilt();
  }, say);
  try {
    while (!signal.aborted) {
      const { output } = await run(onOutput);
      say(`The build tool of ${path.basename(folder)} exited and is restarted:\n${output.trim()}`);
      await pause(RESTART_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};
