import type { Answers } from '@course/funnel';
import type { Page } from 'playwright-core';
import { forgetVisitor, type Visitor } from './browser.ts';

const VERSION = 1;

/** What a returning visitor's browser holds. Works on any page of the site; screens opened later show it. */
export const remember = (page: Page, answers: Answers, more: Readonly<Record<string, string>> = {}): Promise<void> =>
  page.evaluate(
    ([stored, version]) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify({ version, value }));
    },
    [{ quiz_responses: answers, ...more }, VERSION] as const,
  );

/** Makes a newcomer of a visitor, in a warm browser: another context would load every file anew. */
export async function forget({ context, page, complaints }: Visitor): Promise<void> {
  await context.setOffline(false);
  await forgetVisitor(page);
  complaints.length = 0;
}
