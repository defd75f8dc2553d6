import type { Page } from 'playwright-core';
import { rows } from './stack.ts';

const storedText = (page: Page, key: string): Promise<string> =>
  page.evaluate((name) => (JSON.parse(localStorage.getItem(name) ?? '{}') as { value: string }).value, key);

/** Returns the session id that a visitor's browser has stored. */
export const sessionIdOf = (page: Page): Promise<string> => storedText(page, 'session_id');

/** Returns the key of the furthest step that a visitor's browser has stored. */
export const furthestStepOf = (page: Page): Promise<string> => storedText(page, 'furthest_step');

/** Returns the answers that the server has stored of a session, by question. */
export async function savedAnswers(sessionId: string): Promise<Record<string, string>> {
  const found = await rows<{ key: string; value: string }>(
    'select question_key as key, answer_value as value from funnel.responses where session_id = $1',
    [sessionId],
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}
