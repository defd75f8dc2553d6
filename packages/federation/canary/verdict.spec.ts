import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { releaseFigures as figures } from '../testing/fixtures.ts';
import { compareRates } from './sequential-test.ts';
import { judgeCanary } from './verdict.ts';

describe('a canary is worse', () => {
  it.each([
    [
      'errors',
      { canary: figures({ visits: 380, failed: 41 }), stable: figures({ visits: 3420, failed: 3 }) },
      'errors in 41 of 380 visits, 3 of 3,420 on stable',
    ],
    [
      'completion',
      { canary: figures({ visits: 380, completed: 120 }), stable: figures({ visits: 3420, completed: 2052 }) },
      'completed in 120 of 380 visits, 2,052 of 3,420 on stable',
    ],
    [
      'lcp',
      {
        canary: figures({ visits: 380, vitals: { lcp: { measured: 300, poor: 90 } } }),
        stable: figures({ visits: 3420, vitals: { lcp: { measured: 3000, poor: 240 } } }),
      },
      'largest contentful paint poor in 90 of 300 visits, 240 of 3,000 on stable',
    ],
  ])('by %s', (metric, { canary, stable }, sentence) => {
    expect(judgeCanary(canary, stable)).toEqual({ verdict: 'worse', metric, sentence });
  });

  it('by the clearest metric if there are several', () => {
    const canary = figures({ visits: 400, failed: 100, completed: 190 });
    expect(judgeCanary(canary, figures({ visits: 3600 }))).toMatchObject({ metric: 'errors' });
  });

  it('only if stable is not as bad in the same period', () => {
    expect(judgeCanary(figures({ visits: 380, failed: 41 }), figures({ visits: 3420, failed: 369 }))).toMatchObject({
      verdict: 'undecided',
    });
  });
});

describe('a canary is good', () => {
  it('once no metric can be worse by more than its margin', () => {
    expect(judgeCanary(figures({ visits: 6000 }), figures({ visits: 54_000 }))).toEqual({
      verdict: 'good',
      sentence: 'no worse than stable after 6,000 visits (54,000 on stable)',
    });
  });

  it('if it is much better, too', () => {
    const better = figures({ visits: 3000, completed: 2400 });
    expect(judgeCanary(better, figures({ visits: 27_000 })).verdict).toBe('good');
  });

  it('even if a vital is measured in neither', () => {
    const none = { measured: 0, poor: 0 };
    const canary = figures({ visits: 6000, vitals: { inp: none } });
    expect(judgeCanary(canary, figures({ visits: 54_000, vitals: { inp: none } })).verdict).toBe('good');
  });

  it('but not if only its own visits lack a vital', () => {
    const canary = figures({ visits: 6000, vitals: { inp: { measured: 0, poor: 0 } } });
    expect(judgeCanary(canary, figures({ visits: 54_000 })).verdict).toBe('undecided');
  });
});

describe('a canary is undecided', () => {
  it.each([
    ['without a visit', 0, 0],
    ['without a visit of stable', 5000, 0],
    ['without a visit of its own', 0, 5000],
    ['after few visits', 300, 2700],
  ])('%s', (_when, ours, theirs) => {
    expect(judgeCanary(figures({ visits: ours }), figures({ visits: theirs })).verdict).toBe('undecided');
  });

  it('and states after how many visits', () => {
    expect(judgeCanary(figures({ visits: 1, failed: 0 }), figures({ visits: 20 })).sentence).toBe(
      'undecided after 1 visit (20 on stable)',
    );
  });
});

describe('the evidence', () => {
  const rate = fc.nat(5000).chain((of) => fc.record({ bad: fc.nat(of), of: fc.constant(of) }));

  it('is finite for any counts, and speaks against one hypothesis at most', () => {
    fc.assert(
      fc.property(rate, rate, fc.constantFrom(0, 0.01, 0.04, 0.3), (canary, stable, margin) => {
        const { above, below } = compareRates(canary, stable, margin);
        expect(Number.isFinite(above) && Number.isFinite(below)).toBe(true);
        expect(Math.min(Math.abs(above), Math.abs(below))).toBe(0);
      }),
    );
  });

  it('is an e-value: at the margin its mean is at most 1, whatever the rates', () => {
    const choose = (of: number): number[] =>
      Array.from({ length: of + 1 }, (_, bad) => bad).reduce<number[]>(
        (row, bad) => [...row, bad === 0 ? 1 : (row[bad - 1]! * (of - bad + 1)) / bad],
        [],
      );
    const probability = (bad: number, of: number, share: number): number =>
      choose(of)[bad]! * share ** bad * (1 - share) ** (of - bad);
    for (const [stable, margin] of [
      [0.005, 0.01],
      [0.4, 0.04],
      [0.08, 0.03],
    ] as const) {
      const mean = { above: 0, below: 0 };
      for (let ours = 0; ours <= 20; ours += 1)
        for (let theirs = 0; theirs <= 60; theirs += 1) {
          const chance = probability(ours, 20, stable + margin) * probability(theirs, 60, stable);
          const { above, below } = compareRates({ bad: ours, of: 20 }, { bad: theirs, of: 60 }, margin);
          mean.above += above === 0 ? 0 : chance * Math.exp(above);
          mean.below += below === 0 ? 0 : chance * Math.exp(below);
        }
      expect(mean.above).toBeLessThanOrEqual(1);
      expect(mean.below).toBeLessThanOrEqual(1);
    }
  });
});
