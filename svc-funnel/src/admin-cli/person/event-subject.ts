import { parseJson } from '../../platform/parse-json.ts';

export interface Subject {
  /** Ids of the person's checkouts and payments, ours and the provider's. */
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}

/** Yields every text in a JSON value, except keys. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}

/**
 * Returns true if a payment event is about this person: one of its fields equals an id or a whole address, in any case.
 * `n@gmail.com` does not match `ann@gmail.com`.
 */
export function isAbout(payload: string, { ids, addresses }: Subject): boolean {
  const wanted = new Set([...ids, ...addresses].map((text) => text.toLowerCase()));
  for (const text of textsIn(parseJson(payload))) if (wanted.has(text.trim().toLowerCase())) return true;
  return false;
}
