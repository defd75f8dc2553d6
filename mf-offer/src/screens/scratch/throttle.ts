/** Lets `work` run at most once in `everyMs`, by the given clock. `now: true` runs it in any case. */
export function throttle(work: () => void, everyMs: number, clock: () => number = () => performance.now()) {
  let last = -Infinity;
  return ({ now = false } = {}): void => {
    const at = clock();
    if (!now && at - last < everyMs) return;
    last = at;
    work();
  };
}
