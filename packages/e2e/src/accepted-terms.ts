import { TERMS_VERSION } from '@course/funnel';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { rows } from './stack.ts';
import { sessionIdOf } from './stored.ts';
import { CHECKOUT, openCheckout } from './walk.ts';

/** Opens the checkout, and expects the accepted terms to be sent with it and stored. */
export async function openCheckoutWithTerms(page: Page): Promise<void> {
  const clickedAt = await page.evaluate(() => Date.now());
  const [request] = await Promise.all([page.waitForRequest(CHECKOUT), openCheckout(page)]);
  const { termsVersion, termsAcceptedAt } = request.postDataJSON() as {
    readonly termsVersion: string;
    readonly termsAcceptedAt: string;
  };
  expect(termsVersion).toBe(TERMS_VERSION);
  expect(Math.abs(Date.parse(termsAcceptedAt) - clickedAt)).toBeLessThan(30_000);
  const id = await sessionIdOf(page);
  await expect
    .poll(() => rows('select terms_version, terms_accepted_at from funnel.checkouts where session_id = $1', [id]))
    .toEqual([{ terms_version: TERMS_VERSION, terms_accepted_at: new Date(termsAcceptedAt) }]);
}
