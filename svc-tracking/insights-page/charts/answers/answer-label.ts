import type { ChartRow } from '@course/contracts';

type Option = ChartRow<'questions'>;

/** Returns the label of an option, or the stored value of an answer that is not a declared option. */
export const labelOf = (options: readonly Option[], question: string, value: string): string =>
  options.find((option) => option.question_key === question && option.answer_value === value)?.label ?? value;

/** Returns the text of a question; null if no release of the last 30 days declares it. */
export const questionOf = (options: readonly Option[], question: string): string | null =>
  options.find((option) => option.question_key === question)?.question ?? null;
