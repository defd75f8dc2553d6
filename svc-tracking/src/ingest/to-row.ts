import { ApiError, type EnterPage, type ExitPage } from '@course/contracts';
import { EMPTY_ROW, rowOf, type PageViewRow } from '../stream/page-view-row.ts';
import { timeOf } from '../stream/uuid.ts';
import type { PageViewIds } from './page-view-id.ts';
import { enteredTime, exitedTime, idTime, isoTime } from './times.ts';

/** An entry, alone or with its exit. */
type View = EnterPage & { readonly exit?: ExitPage | undefined };

/** Marks that exclude a view from every count. */
export type Marks = Pick<PageViewRow, 'isBot' | 'isOwner'>;

/** Converts an exit to a row without an entry, which is later merged with the row that has it. */
export const exitRow = (
  id: string,
  { exitedAt, timeSpentSeconds, totalSeconds, vitals }: ExitPage,
  now: number,
): PageViewRow => {
  const { at, clamped } = exitedTime(isoTime(exitedAt), timeOf(id), now);
  return rowOf({ id, exitedAt: at, timeSpentSeconds, totalSeconds, clamped, ...vitals });
};

/**
 * Converts a view, and its exit if it came with one, to a row. `now` in ms since 1970. With a key, a repeated call
 * makes the same id.
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

/** Returns the id in lower case. Throws `page_view_unknown`, without a look-up, for one that we never issued. */
export const ourId = (ids: PageViewIds, sentId: string): string => {
  const id = sentId.toLowerCase();
  if (!ids.isOurs(id)) throw new ApiError('page_view_unknown');
  return id;
};
