import { decodeChoices } from './choices.mjs';

export { decodeChoices };

/**
 * The visitor's answers by question key: an option's value, or a JSON array of values for a multiple-choice question.
 */
export type Answers = Readonly<Partial<Record<string, string>>>;

export const encodeChoices = (values: readonly string[]): string => JSON.stringify(values);

/** Returns the choice with `value` toggled. The exclusive value clears the others, and vice versa. */
export function toggleChoice(chosen: readonly string[], value: string, exclusive?: string): string[] {
  if (chosen.includes(value)) return chosen.filter((other) => other !== value);
  if (value === exclusive) return [value];
  return [...chosen.filter((other) => other !== exclusive), value];
}

/** Returns the labels of a stored answer in the order of the question's options, then unknown values unchanged. */
export function chosenLabels(
  options: readonly (readonly [value: string, label: string])[],
  answer: string | undefined,
): string[] {
  const chosen = decodeChoices(answer);
  const known = options.filter(([value]) => chosen.includes(value)).map(([, label]) => label);
  const unknown = chosen.filter((value) => !options.some(([option]) => option === value));
  return [...known, ...unknown];
}
