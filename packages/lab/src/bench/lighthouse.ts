import { CATEGORIES, lighthouseReports, type Report } from '@course/test-kit/browser/lighthouse';
import { STEPS } from '@course/test-kit/product-flow';
import type { Measurement } from './measurement.ts';

const BUDGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** The one audit that screens which are not listed must not pass. */
const NOT_LISTED = 'is-crawlable';

/** Every screen but that of a payment, which needs one. */
const PATHS = STEPS.filter(({ kind }) => kind !== 'payment-success').map(({ path }) => path);

/** How far a score stays below what it should be, so that less is better, as with every other figure. */
const figuresOf = ({ path: at, scores, failed }: Report): Measurement[] => [
  ...Object.entries(BUDGETS).map(([category, wanted]) => ({
    name: `Lighthouse ${at}: points of ${category} below 100`,
    value: 100 - (scores[category as keyof typeof BUDGETS] ?? 0),
    unit: '' as const,
    budget: 100 - wanted,
  })),
  {
    name: `Lighthouse ${at}: SEO audits failed`,
    value: (failed.seo ?? []).filter((audit) => audit !== NOT_LISTED).length,
    unit: '',
    budget: 0,
  },
];

/** One line of scores, and the audits that failed but for those of speed. */
const sentenceOf = ({ path: at, scores, failed }: Report): string => {
  const audits = CATEGORIES.flatMap((category) => (category === 'performance' ? [] : (failed[category] ?? [])));
  const points = CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', ');
  return `Lighthouse ${at}: ${points}${audits.length > 0 ? ` (${audits.join(', ')})` : ''}`;
};

/** Lighthouse on every screen, as a phone. */
export async function measureLighthouse(
  url: string,
  executablePath: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> {
  const figures: Measurement[] = [];
  for await (const report of lighthouseReports(url, PATHS, { executablePath })) {
    say(sentenceOf(report));
    figures.push(...figuresOf(report));
  }
  return figures;
}
