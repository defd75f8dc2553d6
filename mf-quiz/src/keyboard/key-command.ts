export type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** What a key asks for: the answer at an index, from 0, or the focus one answer on or back. */
export type KeyCommand = { readonly choose: number } | { readonly move: 1 | -1 };

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** 1 to 9 choose, arrows move. A key that is held down chooses once. */
export function keyCommandOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Pressed): KeyCommand | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  const move = MOVES[key];
  if (move) return { move };
  return /^[1-9]$/.test(key) && !repeat ? { choose: Number(key) - 1 } : null;
}

/** The answer that gets the focus, round and round. From outside the answers (-1) only forwards; null is nowhere. */
export const movedTo = (from: number, move: 1 | -1, count: number): number | null =>
  count === 0 || (from < 0 && move < 0) ? null : (from + move + count) % count;
