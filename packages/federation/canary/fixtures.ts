import type { ReleaseFigures } from '@course/contracts';

type Given = Partial<Omit<ReleaseFigures, 'vitals'>> & { readonly vitals?: Partial<ReleaseFigures['vitals']> };

/** Figures of an ordinary release: few errors, 60 % of visits complete, one vital in twelve is poor. */
export const aReleasesFigures = ({ visits = 1000, vitals = {}, ...given }: Given = {}): ReleaseFigures => {
  const usual = { measured: visits, poor: Math.round(visits / 12) };
  return {
    release: 'a'.repeat(20),
    visits,
    failed: Math.round(visits / 200),
    completed: Math.round(visits * 0.6),
    vitals: { lcp: usual, inp: usual, cls: usual, ttfb: usual, ...vitals },
    ...given,
  };
};
