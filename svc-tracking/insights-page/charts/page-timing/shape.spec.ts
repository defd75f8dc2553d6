import { expect, it } from 'vitest';
import { barsOf } from './shape.ts';

const bin = (from: number, to: number, views: number) => ({ from_seconds: from, to_seconds: to, views });

it('puts the same time at the same position on every page', () => {
  const quick = barsOf([bin(1, 2, 5), bin(4, 5, 10)]);
  const slow = barsOf([bin(4, 5, 3), bin(60, 90, 30)]);
  expect(quick[1]?.x).toBe(slow[0]?.x);
  expect(slow[1]!.x).toBeGreaterThan(slow[0]!.x);
});

it('scales bars to the fullest one within the axis, and leaves out empty bins', () => {
  const bins = [bin(0, 0.1, 100), bin(1, 2, 5), bin(2, 4, 0), bin(4, 8, 10)];
  expect(barsOf(bins).map(({ height }) => height)).toEqual([0.5, 1]);
});

it('keeps bars within the axis', () => {
  const bars = barsOf([bin(0, 0.1, 1), bin(0.1, 0.6, 4), bin(1700, 4000, 2), bin(4000, 9000, 1)]);
  expect(bars).toHaveLength(2);
  for (const { x, width } of bars) expect([x >= 0, x + width <= 1]).toEqual([true, true]);
});
