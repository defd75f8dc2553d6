import { vi } from 'vitest';

/** A document in a window: shown, hidden, painted and left when the test says so. */
export function aPage() {
  const page = Object.assign(new EventTarget(), { hidden: false, prerendering: false, cookie: '' });
  let frames: (() => void)[] = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  const turn = (hidden: boolean): void => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    hide: () => turn(true),
    show: () => turn(false),
    /** The browser made the page ahead and now shows it. */
    activate: () => {
      page.prerendering = false;
      page.dispatchEvent(new Event('prerenderingchange'));
    },
    document: page,
    /** Puts a frame on the screen, and lets run what waited for it. */
    paint: () => {
      const due = frames;
      frames = [];
      for (const work of due) work();
      vi.advanceTimersByTime(0);
    },
  };
}
