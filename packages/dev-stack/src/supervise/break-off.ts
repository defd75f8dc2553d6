/** A switch that is turned on once and ends every pause that waits beside it. */
export interface BreakOff {
  isOn(): boolean;
  turnOn(): void;
  /** Resolves after `ms`, or at once when the switch is or gets turned on. */
  pause(ms: number): Promise<void>;
}

export const breakOff = (): BreakOff => {
  const controller = new AbortController();
  const { signal } = controller;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    });
  return { isOn: () => signal.aborted, turnOn: () => controller.abort(), pause };
};
