import type { EnterEvent, ExitEvent, PageViewEvent } from '../stream/event.ts';

/** What is known of one page view. Times in ms since 1970; null is not known (yet). */
export interface PageViewRow {
  readonly id: string;
  readonly enteredAt: number | null;
  readonly exitedAt: number | null;
  readonly timeSpentSeconds: number | null;
  readonly totalSeconds: number | null;
  readonly clamped: boolean;
  readonly sessionId: string | null;
  readonly pagePath: string | null;
  readonly variant: string | null;
  readonly isBot: boolean;
}

const nothingOf = (id: string): PageViewRow => ({
  id,
  enteredAt: null,
  exitedAt: null,
  timeSpentSeconds: null,
  totalSeconds: null,
  clamped: false,
  sessionId: null,
  pagePath: null,
  variant: null,
  isBot: false,
});

const ofEnter = ({ id, enteredAt, clamped, sessionId, pagePath, variant, isBot }: EnterEvent): PageViewRow => ({
  ...nothingOf(id),
  enteredAt,
  clamped,
  sessionId,
  pagePath,
  variant: variant ?? null,
  isBot: isBot ?? false,
});

const ofExit = ({ id, exitedAt, timeSpentSeconds, totalSeconds, clamped }: ExitEvent): PageViewRow => ({
  ...nothingOf(id),
  exitedAt,
  timeSpentSeconds,
  totalSeconds: totalSeconds ?? null,
  clamped,
});

/** What a single event tells of its page view. */
export const rowOf = (event: PageViewEvent): PageViewRow => (event.kind === 'enter' ? ofEnter(event) : ofExit(event));
