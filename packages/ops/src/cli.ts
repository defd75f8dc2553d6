import { createInterface } from 'node:readline/promises';
import { isRunByNpm } from './env.ts';
import { Failure, sentenceOf, Stopped } from './failure.ts';

/** As shells have it for Ctrl-C. */
export const STOPPED_EXIT_CODE = 130;

/**
 * Runs a command. A failure prints one sentence and sets exit code 1. A command that was stopped before it had finished
 * prints nothing.
 */
export const main = (command: () => Promise<void>, stoppedExitCode = STOPPED_EXIT_CODE): void => {
  // A closed terminal or pipe must not end the command half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  command().catch((error: unknown) => {
    if (!(error instanceof Stopped)) process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = error instanceof Stopped ? stoppedExitCode : 1;
    if (!(error instanceof Failure || error instanceof Stopped)) process.exit(1);
  });
};

/** Like `main`, for a command that runs until it is stopped, also while it starts: the exit code is 0 then. */
export const mainUntilStopped = (command: () => Promise<void>): void => main(command, 0);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Shows the plan and asks for confirmation unless `yes`. Throws a `Failure` if the answer is no or there is no
 * terminal.
 */
export const confirm = async (plan: readonly string[], yes: boolean): Promise<void> => {
  process.stderr.write(`${plan.join('\n')}\n`);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Failure('Nothing was done: there is no terminal to ask in. Pass --yes to do it without confirmation.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question('Do this? (y/N) ').finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was done.');
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const PARENT_POLL_MS = 250;

/** A killed npm forwards no signal, so its exit is polled. */
const watchParent = (onGone: () => void): void => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS).unref();
};

export interface StopRequest {
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP, or when the npm that runs this process is gone. */
  readonly signal: AbortSignal;
  /** Resolves when `signal` aborts. */
  readonly requested: Promise<void>;
}

/** Turns the signals that end a program into a request to stop gracefully. Ignores further signals. */
export const onStopRequest = (): StopRequest => {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    const request = (): void => {
      controller.abort();
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, request);
    if (isRunByNpm()) watchParent(request);
  });
  return { signal: controller.signal, requested };
};
