export type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

export interface OneTimer {
  /** Runs `work` after `ms`, or at once for 0. What was planned before is forgotten. */
  start(ms: number, work: () => void): void;
  cancel(): void;
}

/** At most one thing is ever due. */
export function oneTimer(timers: Timers = globalThis): OneTimer {
  let planned: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => timers.clearTimeout(planned);
  return {
    cancel,
    start: (ms, work) => {
      cancel();
      if (ms === 0) work();
      else planned = timers.setTimeout(work, ms);
    },
  };
}
