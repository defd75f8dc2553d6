import { describe, expect, it, vi } from 'vitest';
import { dropOldest, limitConcurrency } from './fair-share.ts';

describe('unfinished requests', () => {
  it('above the limit of one caller drop its oldest, and leave other callers alone', () => {
    const track = dropOldest(2);
    const drops = { first: vi.fn(), second: vi.fn(), third: vi.fn(), other: vi.fn() };
    track('a', drops.first);
    track('b', drops.other);
    track('a', drops.second);
    expect(drops.first).not.toHaveBeenCalled();
    track('a', drops.third);
    expect([drops.first, drops.second, drops.third, drops.other].map((drop) => drop.mock.calls.length)).toEqual([
      1, 0, 0, 0,
    ]);
  });

  it('no longer count once their body has arrived', () => {
    const track = dropOldest(1);
    const drop = vi.fn();
    const untrack = track('a', drop);
    untrack();
    untrack();
    track('a', vi.fn());
    expect(drop).not.toHaveBeenCalled();
  });
});

describe('concurrent requests', () => {
  it('of one caller are refused above its limit, until one ends', () => {
    const acquire = limitConcurrency(2);
    const release = acquire('a');
    expect([acquire('a'), acquire('a'), acquire('b')].map(Boolean)).toEqual([true, false, true]);
    release?.();
    expect([acquire('a'), acquire('a')].map(Boolean)).toEqual([true, false]);
  });
});
