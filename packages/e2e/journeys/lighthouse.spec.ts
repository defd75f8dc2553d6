import { STEPS } from '@course/test-kit/product-flow';
import { beforeAll, describe, expect, it } from 'vitest';
import { lighthouseReports, type Report } from '../src/lighthouse.ts';
import { sampleOf } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';

/** That of a payment needs one. */
const SCREENS = STEPS.filter(({ kind }) => kind !== 'payment-success');
/** `npm run bench` looks at their speed, too. */
const PATHS = sampleOf(SCREENS, 1).map(({ path }) => path);

let reports: readonly Report[];
beforeAll(async () => {
  reports = await lighthouseReports(siteUrl(), PATHS, ['accessibility', 'best-practices', 'seo']);
});

const reportOf = (path: string): Report => reports.find((report) => report.path === path)!;
const isIndexable = (path: string): boolean =>
  STEPS.some((step) => step.path === path && 'indexable' in step && step.indexable);

describe.each(PATHS)('Lighthouse on %s', (path) => {
  it.each(['accessibility', 'best-practices'] as const)('gives 100 for %s', (category) => {
    expect(reportOf(path).failed[category]).toEqual([]);
    expect(reportOf(path).scores[category]).toBe(100);
  });

  it('finds nothing in the way of search engines but what is meant to be', () => {
    expect(reportOf(path).failed.seo).toEqual(isIndexable(path) ? [] : ['is-crawlable']);
  });
});
