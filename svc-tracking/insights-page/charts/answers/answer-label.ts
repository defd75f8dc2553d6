import type { ChartRow } from '@course/contracts';

type Option = ChartRow<'questions'>;

/** Returns an option as visitors read it; an answer that is no declared option as it is stored. */
export const labelOf = (options: readonly Option[], question: string, value: string): string =>
  options.find((option) => option.question_key === question && option.answer_value === value)?.label ?? value;

/** Returns what a question asks; null for one that no release of the last 30 days declares. */
export const questionOf = (options: readonly Option[], question: string): string | null =>
  options.find((option) => option.question_key === question)?.question ?? null;
