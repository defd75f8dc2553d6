import { expect, it } from 'vitest';
import { startStopwatch } from './stopwatch.ts';

/** A page that reads its stopwatch every second, as ours does, with a clock that the test advances. */
function aPage({ hidden = false, aheadMs = 0 } = {}) {
  let ms = 5_000;
  let visible = !hidden;
  const watch = startStopwatch(
    aheadMs,
    () => visible,
    () => ms,
  );
  const sleep = (passed: number) => void (ms += passed);
  return {
    watch,
    sleep,
    pass: (passed: number) => {
      for (let left = passed; left > 0; left -= 1_000) {
        sleep(Math.min(left, 1_000));
        watch.read();
      }
    },
    turn: (nowHidden: boolean) => {
      visible = !nowHidden;
      watch.read();
    },
  };
}

it('counts all time while the page is visible', () => {
  const { watch, pass } = aPage();
  pass(12_345);
  expect(watch.read()).toEqual({ timeSpentSeconds: 12.345, totalSeconds: 12.345 });
});

it('excludes the time during which the page was hidden', () => {
  const { watch, pass, sleep, turn } = aPage();
  pass(2_000);
  turn(true);
  sleep(60_000);
  turn(false);
  pass(1_000);
  expect(watch.read()).toEqual({ timeSpentSeconds: 3, totalSeconds: 63 });
});

it('counts up to the moment of hiding if it is read while hidden', () => {
  const { watch, pass, sleep, turn } = aPage();
  pass(1_500);
  turn(true);
  sleep(9_000);
  expect(watch.read()).toEqual({ timeSpentSeconds: 1.5, totalSeconds: 10.5 });
});

it('starts counting when a page that opened hidden is shown', () => {
  const { watch, pass, sleep, turn } = aPage({ hidden: true });
  sleep(4_000);
  turn(false);
  pass(500);
  expect(watch.read()).toEqual({ timeSpentSeconds: 0.5, totalSeconds: 4.5 });
});

it.each([
  [false, 9],
  [true, 0],
])('starts the given time before now, however long that is (hidden: %s)', (hidden, visible) => {
  expect(aPage({ hidden, aheadMs: 9_000 }).watch.read()).toEqual({ timeSpentSeconds: visible, totalSeconds: 9 });
});

it('does not count twice if the same state is reported twice', () => {
  const { watch, pass, turn } = aPage();
  pass(1_000);
  turn(false);
  pass(1_000);
  turn(true);
  turn(true);
  expect(watch.read().timeSpentSeconds).toBe(2);
});

it.each([
  [4_999, 5.999],
  [5_000, 1],
  [3_600_000, 1],
])(
  'a pause of %i ms on a visible page makes %d visible seconds: from 5 s on, the device was asleep',
  (pause, visible) => {
    const { watch, pass, sleep } = aPage();
    pass(500);
    sleep(pause);
    watch.read();
    pass(500);
    expect(watch.read()).toEqual({ timeSpentSeconds: visible, totalSeconds: (pause + 1_000) / 1_000 });
  },
);

it('never exceeds a day, and returns whole milliseconds', () => {
  const { watch, pass } = aPage();
  pass(90_000_000);
  expect(watch.read()).toEqual({ timeSpentSeconds: 86_400, totalSeconds: 86_400 });
  const short = aPage();
  short.pass(1_234.5678);
  expect(short.watch.read().timeSpentSeconds).toBe(1.235);
});
