import { isRunByNpm } from '../env.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const PARENT_POLL_MS = 250;

/** npm may be ended without a word to us, and nobody would be left to end us. */
const watchParent = (onGone: () => void): void => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS).unref();
};

export interface StopRequest {
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP, and when the npm that runs us is gone. */
  readonly signal: AbortSignal;
  /** Resolves then. */
  readonly requested: Promise<void>;
}

/** Turns the signals that end a program into a request that it can honour in order. Later signals are ignored while it does. */
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
