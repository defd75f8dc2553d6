import { ANSWER_MAX_BYTES, ApiError, text } from '@course/contracts';
import { isAnswerKey, isMultiAnswerKey } from '@course/funnel';
import { z } from 'zod';

const choices = z.array(text(ANSWER_MAX_BYTES));

const parseChoices = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** The key exists and the value has its form. Which options there are is not asked: a new one needs no release. */
export function checkAnswer(key: string, value: string): void {
  if (!isAnswerKey(key)) throw new ApiError('unknown_question');
  if (isMultiAnswerKey(key) && !choices.safeParse(parseChoices(value)).success) throw new ApiError('invalid_answer');
}
