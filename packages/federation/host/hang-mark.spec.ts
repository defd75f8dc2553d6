import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetMark, isMarkedAsHung, markAsStarting } from './hang-mark.ts';

const build = { name: 'mf-offer', version: '1.0.0-a' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** The page: leaving it ends the starts. */
let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Freezes the tab: its timers never run again. */
const hang = (): void => void vi.clearAllTimers();
const isHung = (after: number, of = build): boolean => isMarkedAsHung(of, Date.now() + after);

describe('a build whose tab froze while it started', () => {
  it('is marked as hung soon after, for a day', () => {
    markAsStarting(build);
    hang();
    expect([isHung(2_000), isHung(3_500), isHung(DAY_MS + 1)]).toEqual([false, true, false]);
  });

  it('is not marked as hung once a retry removed its mark', () => {
    markAsStarting(build);
    hang();
    forgetMark(build);
    expect(isHung(3_500)).toBe(false);
  });

  it.each([
    { ...build, version: '1.0.1-b' },
    { ...build, name: 'mf-quiz' },
  ])('is not mistaken for %o', (other) => {
    markAsStarting(build);
    hang();
    expect(isHung(3_500, other)).toBe(false);
  });
});

describe('a build is not marked as hung', () => {
  it.each([0, 1])('if another remote that starts beside it hangs, in either order: %i', (first) => {
    const [finished, hung] = [{ name: 'mf-quiz', version: '2' }, build];
    const marks = (first ? [hung, finished] : [finished, hung]).map((remote) => ({
      remote,
      end: markAsStarting(remote),
    }));
    marks.find(({ remote }) => remote === finished)?.end();
    hang();
    expect([isHung(3_500, hung), isHung(3_500, finished)]).toEqual([true, false]);
  });

  it('while a running tab still waits for it', () => {
    markAsStarting(build);
    vi.advanceTimersByTime(7_000);
    expect(isHung(1_000)).toBe(false);
  });

  it('after it started', () => {
    markAsStarting(build)();
    expect(isHung(3_500)).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(isHung(3_500)).toBe(false);
  });

  it('if the visitor left before it had started', () => {
    markAsStarting(build);
    page.dispatchEvent(new Event('pagehide'));
    expect(isHung(3_500)).toBe(false);
  });
});
