import { useEffect, useRef, useState } from 'react';
import { isRefunded, isRefused, isTooMany, openCourse } from './calls.ts';
import { onNewToken, takeToken } from './link-token.ts';

/** `shut`: there is no link, or it has ended. */
export type Reading<View> =
  | { readonly is: 'opening' }
  | { readonly is: 'shut'; readonly ended: boolean }
  | { readonly is: 'refunded' }
  | { readonly is: 'unreachable'; readonly busy: boolean }
  | { readonly is: 'open'; readonly view: View };

async function open<View>(token: string | null, readView: () => Promise<View>): Promise<Reading<View>> {
  try {
    const opening = await openCourse(token);
    if (opening === 'refunded') return { is: 'refunded' };
    return opening === 'open' ? { is: 'open', view: await readView() } : { is: 'shut', ended: opening === 'ended' };
  } catch (error) {
    if (isRefunded(error)) return { is: 'refunded' };
    return isRefused(error) ? { is: 'shut', ended: true } : { is: 'unreachable', busy: isTooMany(error) };
  }
}

export interface UseReading<View> {
  readonly reading: Reading<View>;
  readonly tryAgain: () => void;
  readonly show: (reading: Reading<View>) => void;
}

/** Opens the reader's course with the link that led here, or with the cookie of an earlier one. `readView` is stable. */
export function useReading<View>(readView: () => Promise<View>): UseReading<View> {
  const [reading, show] = useState<Reading<View>>({ is: 'opening' });
  const [round, setRound] = useState(0);
  // Kept until it has been exchanged: the address has lost it, and a call may fail.
  const token = useRef<string | null>(null);
  useEffect(() => onNewToken(() => setRound((before) => before + 1)), []);
  useEffect(() => {
    let isGone = false;
    token.current = takeToken() ?? token.current;
    show({ is: 'opening' });
    void open(token.current, readView).then((found) => {
      if (isGone) return;
      if (found.is !== 'unreachable') token.current = null;
      show(found);
    });
    return () => {
      isGone = true;
    };
  }, [readView, round]);
  return { reading, tryAgain: () => setRound((before) => before + 1), show };
}
