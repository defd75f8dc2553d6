/** What was measured in a page. Times in ms. */
export interface PageMetrics {
  lcp: number;
  cls: number;
  /** Start times of tasks longer than 50 ms. */
  readonly longTasks: number[];
  /** By interaction id: the duration of its longest event, in steps of 8 ms. */
  readonly interactions: Record<number, number>;
  readonly taps: Tap[];
}

/** Times from a tap to events of the next question. */
export interface Tap {
  /** Until the first frame with the next question's text. */
  painted?: number;
  /** Until that question is opaque and has not moved for two frames. */
  settled?: number;
  /** Until the last animation of the question or of an ancestor ended. */
  animated?: number;
}

declare global {
  interface Window {
    pageMetrics?: PageMetrics;
  }
}

/**
 * Starts measuring. Runs in the page before its own scripts, so it must be self-contained. `question` is the CSS
 * selector of the element whose text changes.
 */
export function measurePage(question: string): void {
  const metrics: PageMetrics = { lcp: 0, cls: 0, longTasks: [], interactions: {}, taps: [] };
  window.pageMetrics = metrics;
  const observe = <Entry extends PerformanceEntry>(type: string, onEntry: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(onEntry)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  observe('largest-contentful-paint', (entry) => (metrics.lcp = entry.startTime));
  observe('longtask', (entry) => metrics.longTasks.push(entry.startTime));
  observe<PerformanceEntry & { hadRecentInput: boolean; value: number }>(
    'layout-shift',
    (entry) => (metrics.cls += entry.hadRecentInput ? 0 : entry.value),
  );
  observe<PerformanceEventTiming & { interactionId: number }>('event', ({ interactionId: id, duration }) => {
    if (id) metrics.interactions[id] = Math.max(metrics.interactions[id] ?? 0, duration);
  });

  const heading = (): Element | null => document.querySelector(question);
  const text = (): string | undefined => heading()?.textContent?.trim();
  const opacityOf = (from: Element | null): number => {
    let opacity = 1;
    for (let element = from; element; element = element.parentElement)
      opacity *= Number(getComputedStyle(element).opacity);
    return opacity;
  };
  const positionOf = (element: Element): string => {
    const { x, y } = element.getBoundingClientRect();
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };

  addEventListener(
    'click',
    ({ timeStamp }) => {
      const tap: Tap = {};
      metrics.taps.push(tap);
      const before = text();
      const since = (): number => performance.now() - timeStamp;
      const onEnd = ({ target }: Event): void => {
        const now = heading();
        if (target instanceof Element && now && target.contains(now) && text() !== before) tap.animated = since();
      };
      document.addEventListener('animationend', onEnd, true);
      let position = '';
      let stillFrames = 0;
      const frame = (): void => {
        const now = heading();
        if (now && text() !== before) {
          if (tap.painted === undefined) {
            tap.painted = since();
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (tap.painted = since());
            port2.postMessage(0);
          }
          stillFrames = opacityOf(now) >= 0.9 && positionOf(now) === position ? stillFrames + 1 : 0;
          position = positionOf(now);
          if (stillFrames >= 2) {
            tap.settled = since();
            return document.removeEventListener('animationend', onEnd, true);
          }
        }
        if (since() < 8000) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    { capture: true, passive: true },
  );
}
