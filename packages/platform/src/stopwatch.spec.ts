import { expect, it } from 'vitest';
import { visibleStopwatch } from './stopwatch.ts';

/** A page and a clock that the test turns. */
function aPage({ hidden = false } = {}) {
  let ms = 5_000;
  const page = Object.assign(new EventTarget(), { hidden });
  return {
    watch: visibleStopwatch(page as unknown as Document, () => ms),
    pass: (passed: number) => void (ms += passed),
    turn: (nowHidden: boolean) => {
      page.hidden = nowHidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

it('counts all time while the page is visible', () => {
  const { watch, pass } = aPage();
  pass(12_345);
  expect(watch.stop()).toEqual({ timeSpentSeconds: 12.345, totalSeconds: 12.345 });
});

it('leaves out the time in which the page was hidden', () => {
  const { watch, pass, turn } = aPage();
  pass(2_000);
  turn(true);
  pass(60_000);
  turn(false);
  pass(1_000);
  expect(watch.stop()).toEqual({ timeSpentSeconds: 3, totalSeconds: 63 });
});

it('counts up to the moment of hiding when it is stopped while hidden', () => {
  const { watch, pass, turn } = aPage();
  pass(1_500);
  turn(true);
  pass(9_000);
  expect(watch.stop()).toEqual({ timeSpentSeconds: 1.5, totalSeconds: 10.5 });
});

it('begins to count when a page that opened hidden is shown', () => {
  const { watch, pass, turn } = aPage({ hidden: true });
  pass(4_000);
  turn(false);
  pass(500);
  expect(watch.stop()).toEqual({ timeSpentSeconds: 0.5, totalSeconds: 4.5 });
});

it('does not count twice when the same state is told twice', () => {
  const { watch, pass, turn } = aPage();
  pass(1_000);
  turn(false);
  pass(1_000);
  turn(true);
  turn(true);
  expect(watch.stop().timeSpentSeconds).toBe(2);
});

it('never says more than a day, and gives whole milliseconds', () => {
  const { watch, pass } = aPage();
  pass(200_000_000.4321);
  expect(watch.stop()).toEqual({ timeSpentSeconds: 86_400, totalSeconds: 86_400 });
  const short = aPage();
  short.pass(1_234.5678);
  expect(short.watch.stop().timeSpentSeconds).toBe(1.235);
});

it('no longer listens after it was stopped', () => {
  const { watch, pass, turn } = aPage();
  const first = watch.stop();
  turn(true);
  pass(1_000);
  turn(false);
  expect(first.timeSpentSeconds).toBe(0);
  expect(watch.stop().timeSpentSeconds).toBe(1);
});
