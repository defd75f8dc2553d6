import {
  ApiError,
  batchedExit,
  batchedView,
  describeIssues,
  pageViewBatch,
  type BatchedExit,
  type BatchedView,
  type BatchResult,
} from '@course/contracts';
import { parseBody } from '@course/service-kit';
import type { PageViewRow } from '../stream/page-view-row.ts';
import { exitRow, ourId, viewRow } from './to-row.ts';
import { isBot } from './is-bot.ts';
import type { PageViewIds } from './page-view-id.ts';
import { isPlainView } from './plain-view.ts';

/** Keeps a message to the first invalid fields, because an item may have thousands. */
const MESSAGE_MAX_LENGTH = 300;

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(typeof text === 'string' ? text : '');
  } catch (cause) {
    throw new ApiError('invalid_json', undefined, { cause });
  }
};

/**
 * Returns the items of a batch's body, not yet validated. Throws `invalid_json` or `invalid_body`.
 * The body is parsed here rather than with the request, which would keep thousands of objects alive until it is
 * answered.
 */
export const itemsOf = (text: unknown): readonly unknown[] => parseBody(pageViewBatch, parsed(text)).items;

export type ReadItem = BatchedView | BatchedExit | ApiError;

/** Returns the validated item, or the error that rejects it. An item with an `id` is an exit, any other a view. */
export const readItem = (item: unknown): ReadItem => {
  if (isPlainView(item)) return item;
  const isExit = typeof item === 'object' && item !== null && 'id' in item;
  const result = (isExit ? batchedExit : batchedView).safeParse(item);
  return result.success
    ? result.data
    : new ApiError('invalid_body', describeIssues(result.error.issues).slice(0, MESSAGE_MAX_LENGTH));
};

/** Counts the views of each session in a batch. */
export const viewsBySession = (items: readonly ReadItem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) if ('sessionId' in item) counts.set(item.sessionId, (counts.get(item.sessionId) ?? 0) + 1);
  return counts;
};

/** Refuses the views of each session beyond its grant, keeping the earliest. */
export const refuseOverLimit = (
  items: readonly ReadItem[],
  granted: ReadonlyMap<string, number>,
): readonly ReadItem[] => {
  const left = new Map(granted);
  return items.map((item) => {
    if (!('sessionId' in item)) return item;
    const remaining = left.get(item.sessionId) ?? 0;
    left.set(item.sessionId, remaining - 1);
    return remaining > 0 ? item : new ApiError('rate_limited');
  });
};

export interface BatchContext {
  readonly ids: PageViewIds;
  /** The request's own User-Agent, for views that do not include their visitor's. */
  readonly userAgent: string | undefined;
  readonly isOwner: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The rows of a batch and the result of each item. */
export interface BatchRows {
  readonly rows: PageViewRow[];
  readonly exits: PageViewRow[];
  readonly results: BatchResult[];
}

const acceptItem = (
  item: ReadItem,
  { rows, exits }: BatchRows,
  { ids, userAgent, isOwner, now }: BatchContext,
): BatchResult => {
  if (item instanceof ApiError) throw item;
  if ('sessionId' in item) {
    const row = viewRow(ids, item, { isBot: isBot(item.userAgent ?? userAgent), isOwner }, now);
    rows.push(row);
    return { status: 201, id: row.id };
  }
  const exit = exitRow(ourId(ids, item.id), item, now);
  exits.push(exit);
  return { status: 200, id: exit.id };
};

export const readBatch = (items: readonly ReadItem[], context: BatchContext): BatchRows => {
  const batch: BatchRows = { rows: [], exits: [], results: [] };
  for (const item of items) {
    try {
      batch.results.push(acceptItem(item, batch, context));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      batch.results.push({ status: error.statusCode, code: error.code, message: error.message });
    }
  }
  return batch;
};
