/** What the clock in a page has seen. Times in ms. */
export interface ClockState {
  lcp: number;
  cls: number;
  /** Starts of tasks longer than 50 ms. */
  readonly longTasks: number[];
  /** By interaction: the longest of its events, in steps of 8 ms. */
  readonly interactions: Record<number, number>;
  readonly taps: Tap[];
}

/** From a tap to the next question. */
export interface Tap {
  /** Until the first frame with the next question's text. */
  painted?: number;
  /** Until that question is opaque and stands still for two frames. */
  settled?: number;
  /** Until the last animation of the question or of what it stands in ended. */
  animated?: number;
}

declare global {
  interface Window {
    benchClock?: ClockState;
  }
}

/** Runs in the page before its own scripts, so it is whole in itself. `question` is the CSS of the element whose text changes. */
export function startClock(question: string): void {
  const clock: ClockState = { lcp: 0, cls: 0, longTasks: [], interactions: {}, taps: [] };
  window.benchClock = clock;
  const observe = <Entry extends PerformanceEntry>(type: string, see: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(see)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  observe('largest-contentful-paint', (entry) => (clock.lcp = entry.startTime));
  observe('longtask', (entry) => clock.longTasks.push(entry.startTime));
  observe<PerformanceEntry & { hadRecentInput: boolean; value: number }>(
    'layout-shift',
    (entry) => (clock.cls += entry.hadRecentInput ? 0 : entry.value),
  );
  observe<PerformanceEventTiming & { interactionId: number }>('event', ({ interactionId: id, duration }) => {
    if (id) clock.interactions[id] = Math.max(clock.interactions[id] ?? 0, duration);
  });

  const heading = (): Element | null => document.querySelector(question);
  const text = (): string | undefined => heading()?.textContent?.trim();
  const opacityOf = (from: Element | null): number => {
    let opacity = 1;
    for (let element = from; element; element = element.parentElement)
      opacity *= Number(getComputedStyle(element).opacity);
    return opacity;
  };
  const placeOf = (element: Element): string => {
    const { x, y } = element.getBoundingClientRect();
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };

  addEventListener(
    'click',
    ({ timeStamp }) => {
      const tap: Tap = {};
      clock.taps.push(tap);
      const before = text();
      const since = (): number => performance.now() - timeStamp;
      const onEnd = ({ target }: Event): void => {
        const now = heading();
        if (target instanceof Element && now && target.contains(now) && text() !== before) tap.animated = since();
      };
      document.addEventListener('animationend', onEnd, true);
      let place = '';
      let still = 0;
      const frame = (): void => {
        const now = heading();
        if (now && text() !== before) {
          if (tap.painted === undefined) {
            tap.painted = since();
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (tap.painted = since());
            port2.postMessage(0);
          }
          still = opacityOf(now) >= 0.9 && placeOf(now) === place ? still + 1 : 0;
          place = placeOf(now);
          if (still >= 2) {
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
