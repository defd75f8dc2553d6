import { vi } from 'vitest';

/** A document in a window that is shown, hidden and painted by the test. */
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
    /** Shows a page that the browser has prerendered. */
    activate: () => {
      page.prerendering = false;
      page.dispatchEvent(new Event('prerenderingchange'));
    },
    document: page,
    /** Paints a frame, and runs what waited for it. */
    paint: () => {
      const pending = frames;
      frames = [];
      for (const work of pending) work();
      vi.advanceTimersByTime(0);
    },
  };
}
