import { ANSWER_MAX_BYTES, ApiError, text } from '@course/contracts';
import { z } from 'zod';
import { parseJson } from '../platform/parse-json.ts';

const choices = z.array(text(ANSWER_MAX_BYTES));

/**
 * Checks the form of a list of choices; throws `invalid_answer`. Which questions there are, which of them accept
 * several choices and which options they have is not checked, because changing that must not need a release of this
 * service. Text that merely begins like a list is text.
 */
export function checkAnswer(value: string): void {
  if (!value.trimStart().startsWith('[')) return;
  const list = parseJson(value);
  if (Array.isArray(list) && !choices.safeParse(list).success) throw new ApiError('invalid_answer');
}
