import { ApiError, type EnterPage, type ExitPage } from '@course/contracts';
import { EMPTY_ROW, rowOf, type PageViewRow } from '../stream/page-view-row.ts';
import { timeOf } from '../stream/uuid.ts';
import type { PageViewIds } from './page-view-id.ts';
import { enteredTime, exitedTime, idTime, isoTime } from './times.ts';

/** An entry, alone or with its exit. */
type View = EnterPage & { readonly exit?: ExitPage | undefined };

/** Who views: marks that keep a view out of every count. */
export type Marks = Pick<PageViewRow, 'isBot' | 'isOwner'>;

/** What the exit of a page view of ours means: a row without its entry, which is merged with the one that has it. */
export const exitRow = (
  id: string,
  { exitedAt, timeSpentSeconds, totalSeconds, vitals }: ExitPage,
  now: number,
): PageViewRow => {
  const { at, clamped } = exitedTime(isoTime(exitedAt), timeOf(id), now);
  return rowOf({ id, exitedAt: at, timeSpentSeconds, totalSeconds, clamped, ...vitals });
};

/**
 * What a view means: a row, with its exit when that came along. `now` in ms since 1970. With a key, the same call
 * makes the same id again.
 */
export const viewRow = (
  ids: PageViewIds,
  { sessionId, pagePath, key, variant, release, preview, exit }: View,
  marks: Marks,
  now: number,
): PageViewRow => {
  const keyTime = key === undefined ? undefined : timeOf(key);
  const entry = enteredTime(keyTime, now);
  const id = key === undefined || keyTime === undefined ? ids.fresh(now) : ids.of(sessionId, key, idTime(keyTime, now));
  const left = exit && exitRow(id, exit, now);
  return {
    ...(left ?? EMPTY_ROW),
    id,
    enteredAt: entry.at,
    clamped: entry.clamped || (left?.clamped ?? false),
    sessionId,
    pagePath,
    variant: variant ?? null,
    release: release ?? null,
    isPreview: preview ?? false,
    ...marks,
  };
};

/** The id as we write it. Throws `page_view_unknown` for one that we never gave out, without a look-up. */
export const ourId = (ids: PageViewIds, given: string): string => {
  const id = given.toLowerCase();
  if (!ids.isOurs(id)) throw new ApiError('page_view_unknown');
  return id;
};
