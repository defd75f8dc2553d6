import { SALES002_COUNTDOWN_MS, type Countdown } from '@course/funnel';
import { startedAt } from '../../offer/countdown.ts';

/** The stored start of this browser's countdown, verbatim milliseconds. */
export interface StartStore {
  readonly read: () => string | null;
  readonly write: (start: string) => void;
}

/** When the countdown ends, in ms since 1970; undefined when there is none. An evergreen one starts on the first visit. */
export function promoEnd(countdown: Countdown, store: StartStore, now: number): number | undefined {
  switch (countdown.mode) {
    case 'off':
      return undefined;
    case 'deadline':
      return Date.parse(countdown.endsAt);
    case 'evergreen': {
      const start = startedAt(store.read(), now);
      store.write(String(start));
      return start + SALES002_COUNTDOWN_MS;
    }
    default:
      return countdown satisfies never;
  }
}
