import { describe, expect, it, vi } from 'vitest';
import { atMost, dropOldest } from './fair-share.ts';

describe('unfinished requests', () => {
  it('of one caller end with the oldest, and leave others alone', () => {
    const remember = dropOldest(2);
    const drops = { first: vi.fn(), second: vi.fn(), third: vi.fn(), other: vi.fn() };
    remember('a', drops.first);
    remember('b', drops.other);
    remember('a', drops.second);
    expect(drops.first).not.toHaveBeenCalled();
    remember('a', drops.third);
    expect([drops.first, drops.second, drops.third, drops.other].map((drop) => drop.mock.calls.length)).toEqual([
      1, 0, 0, 0,
    ]);
  });

  it('that have come in count no more', () => {
    const remember = dropOldest(1);
    const drop = vi.fn();
    const forget = remember('a', drop);
    forget();
    forget();
    remember('a', vi.fn());
    expect(drop).not.toHaveBeenCalled();
  });
});

describe('requests under way', () => {
  it('are refused once there are too many of one caller, until one ends', () => {
    const begin = atMost(2);
    const end = begin('a');
    expect([begin('a'), begin('a'), begin('b')].map(Boolean)).toEqual([true, false, true]);
    end?.();
    expect([begin('a'), begin('a')].map(Boolean)).toEqual([true, false]);
  });
});
