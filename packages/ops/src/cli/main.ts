import { Failure, sentenceOf, Stopped } from '../failure.ts';

/** Runs a command: a failure is one sentence and exit code 1. */
export const main = (command: () => Promise<void>): void => {
  // A closed terminal or pipe must not end the command half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  command().catch((error: unknown) => {
    if (!(error instanceof Stopped)) process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = error instanceof Stopped ? 0 : 1;
    if (!(error instanceof Failure || error instanceof Stopped)) process.exit(1);
  });
};

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
