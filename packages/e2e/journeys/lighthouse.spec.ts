import { lighthouseReports } from '@course/test-kit/browser/lighthouse';
import { STEPS } from '@course/test-kit/product-flow';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';

/** Every screen except that of a payment, which requires one. */
const SCREENS = STEPS.filter(({ kind }) => kind !== 'payment-success');

const isIndexable = (path: string): boolean =>
  SCREENS.some((step) => step.path === path && 'indexable' in step && step.indexable);

// `npm run bench` also measures their performance.
describe.runIf(isWhole)('Lighthouse', () => {
  it(
    'gives every screen 100 for accessibility and best practices, and finds no SEO problem',
    { timeout: 60 * 60_000 },
    async () => {
      const paths = SCREENS.map(({ path }) => path);
      const audited: string[] = [];
      for await (const { path, scores, failed } of lighthouseReports(siteUrl(), paths, {
        categories: ['accessibility', 'best-practices', 'seo'],
      })) {
        expect.soft({ path, scores, failed }).toEqual({
          path,
          scores: { accessibility: 100, 'best-practices': 100, seo: expect.any(Number) },
          failed: {
            accessibility: [],
            'best-practices': [],
            seo: isIndexable(path) ? [] : ['is-crawlable'],
          },
        });
        audited.push(path);
      }
      expect(audited).toEqual(paths);
    },
  );
});
