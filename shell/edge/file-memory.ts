/** A file's whole answer. */
export interface StoredAnswer {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
}

export interface FileMemory {
  get(key: string): StoredAnswer | undefined;
  /** Keeps an answer for at most `ms`, or until there is no room for it. */
  put(key: string, answer: StoredAnswer, ms: number): void;
}

export interface FileMemoryOptions {
  /** Of all bodies together. */
  readonly maxBytes: number;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

/** Keeps answers in memory; what was not asked for the longest makes room. */
export const fileMemory = ({ maxBytes, now }: FileMemoryOptions): FileMemory => {
  // A Map iterates in the order of insertion: the first entry is the one whose last use is the oldest.
  const entries = new Map<string, { readonly answer: StoredAnswer; readonly until: number }>();
  let bytes = 0;
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= entry.answer.body.length;
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until <= now()) {
        remove(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    put: (key, answer, ms) => {
      remove(key);
      if (answer.body.length > maxBytes) return;
      entries.set(key, { answer, until: now() + ms });
      bytes += answer.body.length;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
  };
};
