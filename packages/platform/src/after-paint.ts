let waiting: (() => void)[] = [];

/** Does the work once the next frame is on the screen, so that no tap waits for it. A hidden page paints nothing: there it is done at once. */
export function afterPaint(work: () => void): void {
  waiting.push(work);
  if (document.hidden) doNow();
  else if (waiting.length === 1) requestAnimationFrame(() => setTimeout(doNow));
}

/** Does what still waits for a frame: the page may get no other. */
export function doNow(): void {
  const works = waiting;
  waiting = [];
  for (const work of works) work();
}
