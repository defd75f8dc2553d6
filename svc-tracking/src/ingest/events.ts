import { ApiError, type EnterPage, type ExitPage } from '@course/contracts';
import type { EnterEvent, ExitEvent } from '../stream/event.ts';
import { timeOf, type PageViewIds } from './page-view-id.ts';
import { entryTime, exitTime, idTime } from './times.ts';

/** What an entry means for the stream. `now` in ms since 1970. With a key, the same call makes the same id again. */
export const enterEvent = (ids: PageViewIds, { sessionId, pagePath, key, variant }: EnterPage, isBot: boolean, now: number): EnterEvent => {
  const keyTime = key === undefined ? undefined : timeOf(key);
  const { at, clamped } = entryTime(keyTime, now);
  const id = key === undefined || keyTime === undefined ? ids.fresh(now) : ids.of(sessionId, key, idTime(keyTime, now));
  return { kind: 'enter', id, sessionId, pagePath, enteredAt: at, variant, clamped, ...(isBot ? { isBot } : {}) };
};

/** What the exit of a page view of ours means. */
export const exitEvent = (id: string, { exitedAt, timeSpentSeconds, totalSeconds }: ExitPage, now: number): ExitEvent => {
  const { at, clamped } = exitTime(Date.parse(exitedAt), timeOf(id), now);
  return { kind: 'exit', id, exitedAt: at, timeSpentSeconds, totalSeconds, clamped };
};

/** The id as we write it. Throws `page_view_unknown` for one that we never gave out, without a look-up. */
export const ourId = (ids: PageViewIds, given: string): string => {
  const id = given.toLowerCase();
  if (!ids.isOurs(id)) throw new ApiError('page_view_unknown');
  return id;
};
