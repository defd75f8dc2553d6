import { CATEGORIES, lighthouseReports, type Report } from '@course/test-kit/browser/lighthouse';
import { STEPS } from '@course/test-kit/product-flow';
import type { Measurement } from './measurement.ts';

const BUDGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** The audit that screens with `noindex` fail on purpose. */
const NO_INDEX_AUDIT = 'is-crawlable';

/** Every screen except that of a payment, which requires one. */
const PATHS = STEPS.filter(({ kind }) => kind !== 'payment-success').map(({ path }) => path);

/** Returns points below 100 instead of scores, so that lower is better, as for every other figure. */
const figuresOf = ({ path: at, scores, failed }: Report): Measurement[] => [
  ...Object.entries(BUDGETS).map(([category, wanted]) => ({
    name: `Lighthouse ${at}: points of ${category} below 100`,
    value: 100 - (scores[category as keyof typeof BUDGETS] ?? 0),
    unit: '' as const,
    budget: 100 - wanted,
  })),
  {
    name: `Lighthouse ${at}: SEO audits failed`,
    value: (failed.seo ?? []).filter((audit) => audit !== NO_INDEX_AUDIT).length,
    unit: '',
    budget: 0,
  },
];

/** Returns one line with the scores and the failed audits, except those of performance. */
const summaryOf = ({ path: at, scores, failed }: Report): string => {
  const audits = CATEGORIES.flatMap((category) => (category === 'performance' ? [] : (failed[category] ?? [])));
  const points = CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', ');
  return `Lighthouse ${at}: ${points}${audits.length > 0 ? ` (${audits.join(', ')})` : ''}`;
};

/** Runs Lighthouse on every screen, as a phone. */
export async function measureLighthouse(
  url: string,
  executablePath: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> {
  const figures: Measurement[] = [];
  for await (const report of lighthouseReports(url, PATHS, { executablePath })) {
    say(summaryOf(report));
    figures.push(...figuresOf(report));
  }
  return figures;
}
