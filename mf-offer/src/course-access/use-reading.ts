import { useCallback, useEffect, useRef, useState } from 'react';
import { isRefunded, isRefused, isRateLimited, openCourse, type Purpose } from './calls.ts';
import { onNewToken, takeToken } from './link-token.ts';

/** `shut`: there is no link, or it has ended. */
export type Reading<View> =
  | { readonly kind: 'opening' }
  | { readonly kind: 'shut'; readonly ended: boolean }
  /** `fresh`: in answer to a press. */
  | { readonly kind: 'refunded'; readonly fresh?: true }
  | { readonly kind: 'unreachable'; readonly busy: boolean }
  | { readonly kind: 'open'; readonly view: View };

interface Page<View> {
  /** Stable. */
  readonly readView: () => Promise<View>;
  readonly purpose: Purpose;
}

async function open<View>(token: string | null, { readView, purpose }: Page<View>): Promise<Reading<View>> {
  try {
    const opening = await openCourse(token, purpose);
    if (opening === 'refunded') return { kind: 'refunded' };
    return opening === 'open' ? { kind: 'open', view: await readView() } : { kind: 'shut', ended: opening === 'ended' };
  } catch (error) {
    if (isRefunded(error)) return { kind: 'refunded' };
    return isRefused(error) ? { kind: 'shut', ended: true } : { kind: 'unreachable', busy: isRateLimited(error) };
  }
}

export interface UseReading<View> {
  readonly reading: Reading<View>;
  /** Asks anew what is open. Stable. */
  readonly tryAgain: () => void;
  /** Stable while the same reading is on show. */
  readonly show: (reading: Reading<View>) => void;
}

/** Opens the reader's course with the link that led here, or with the cookie of an earlier one. */
export function useReading<View>({ readView, purpose }: Page<View>): UseReading<View> {
  const [found, setFound] = useState<{ readonly round: number; readonly reading: Reading<View> }>();
  const [round, setRound] = useState(0);
  // Kept until it has been exchanged: the address has lost it, and a call may fail.
  const token = useRef<string | null>(null);
  useEffect(() => onNewToken(() => setRound((before) => before + 1)), []);
  useEffect(() => {
    let isGone = false;
    token.current = takeToken() ?? token.current;
    void open(token.current, { readView, purpose }).then((reading) => {
      if (isGone) return;
      if (reading.kind !== 'unreachable') token.current = null;
      setFound({ round, reading });
    });
    return () => {
      isGone = true;
    };
  }, [readView, purpose, round]);
  const tryAgain = useCallback(() => setRound((before) => before + 1), []);
  const show = useCallback((reading: Reading<View>) => setFound({ round, reading }), [round]);
  return {
    reading: found?.round === round ? found.reading : { kind: 'opening' },
    tryAgain,
    show,
  };
}
