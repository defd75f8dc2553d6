/** What the visitor answered: response key -> option value, or JSON text for a multi-select question. */
export type Answers = Readonly<Partial<Record<string, string>>>;

/** `["design","writing"]` -> both values; a lone value -> that value; nothing or nonsense -> none. */
export function decodeChoices(answer: string | undefined): string[] {
  if (!answer) return [];
  if (!answer.startsWith('[')) return [answer];
  try {
    const parsed: unknown = JSON.parse(answer);
    return Array.isArray(parsed) ? parsed.filter((value): value is string => typeof value === 'string') : [];
  } catch {
    return [];
  }
}

export const encodeChoices = (values: readonly string[]): string => JSON.stringify(values);

/** Choosing the exclusive value clears the others, and the other way round. Choosing a chosen value drops it. */
export function toggleChoice(chosen: readonly string[], value: string, exclusive?: string): string[] {
  if (chosen.includes(value)) return chosen.filter((other) => other !== value);
  if (value === exclusive) return [value];
  return [...chosen.filter((other) => other !== exclusive), value];
}
