import type { Answers } from '@course/funnel';
import type { Page } from 'playwright-core';
import { forgetVisitor, type Visitor } from './browser.ts';

const VERSION = 1;

/** Stores what a returning visitor's browser has. Works on any page of the site; screens opened later show it. */
export const remember = (page: Page, answers: Answers, others: Readonly<Record<string, string>> = {}): Promise<void> =>
  page.evaluate(
    ([stored, version]) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify({ version, value }));
    },
    [{ quiz_responses: answers, ...others }, VERSION] as const,
  );

/** Turns a visitor into a new one with warm caches; another context would load every file again. */
export async function forget({ page, complaints }: Visitor): Promise<void> {
  await forgetVisitor(page);
  complaints.length = 0;
}
