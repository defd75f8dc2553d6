type Drop = () => void;

/** Remembers a request whose body is still arriving; call the returned function once it is there, or gone. */
export type Remember = (key: string, drop: Drop) => () => void;

/**
 * Lets a key have at most `max` requests whose bodies are still arriving: one more ends its oldest. So whoever opens many
 * and finishes none loses those, and a request that arrives in one piece always gets through.
 */
export function dropOldest(max: number): Remember {
  const open = new Map<string, Set<Drop>>();
  return (key, drop) => {
    const drops = open.get(key) ?? new Set<Drop>();
    open.set(key, drops);
    drops.add(drop);
    const forget = (): void => {
      drops.delete(drop);
      if (drops.size === 0 && open.get(key) === drops) open.delete(key);
    };
    const [oldest] = drops.size > max ? drops : [];
    if (oldest) {
      drops.delete(oldest);
      oldest();
    }
    return forget;
  };
}

/** Lets a key have at most `max` requests under way. Returns how to end one, or undefined for one too many. */
export function atMost(max: number): (key: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return undefined;
    counts.set(key, count + 1);
    return () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
  };
}
