import type { Page } from 'playwright-core';
import { rows } from './stack.ts';

/** Returns the session id that a visitor's browser has stored. */
export const sessionIdOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session_id') ?? '{}') as { value: string }).value);

/** Returns the answers that the server has stored of a session, by question. */
export async function savedAnswers(sessionId: string): Promise<Record<string, string>> {
  const found = await rows<{ key: string; value: string }>(
    'select question_key as key, answer_value as value from funnel.responses where session_id = $1',
    [sessionId],
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}
