/** `schedule` runs `work` at once, but at most once per `everyMs`. The last call is never lost. */
export function throttle(work: () => void, everyMs: number): { schedule: () => void; stop: () => void } {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    last = performance.now();
    work();
  };
  return {
    schedule: () => {
      if (timer !== undefined) return;
      const wait = last + everyMs - performance.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait);
    },
    stop: () => clearTimeout(timer),
  };
}
