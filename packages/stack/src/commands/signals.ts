const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopRequest {
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Resolves then. */
  readonly requested: Promise<void>;
}

/** Turns the signals that end a program into a request that it can honour in order. Later signals are ignored while it does. */
export const onStopRequest = (): StopRequest => {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        controller.abort();
        resolve();
      });
    }
  });
  return { signal: controller.signal, requested };
};
