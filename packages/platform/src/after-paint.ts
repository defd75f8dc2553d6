let pending: (() => void)[] = [];

/**
 * Runs the work once the next frame is on the screen, so that it delays no tap; at once on a hidden page, which paints
 * nothing.
 */
export function afterPaint(work: () => void): void {
  pending.push(work);
  if (document.hidden) runPending();
  else if (pending.length === 1) requestAnimationFrame(() => setTimeout(runPending));
}

/** Runs the work that still waits for a frame: the page may not get another. */
export function runPending(): void {
  const works = pending;
  pending = [];
  for (const work of works) work();
}
