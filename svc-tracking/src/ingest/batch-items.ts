import { ApiError, batchedExit, batchedView, describeIssues, type BatchedExit, type BatchedView, type BatchResult } from '@course/contracts';
import type { PageViewEvent } from '../stream/event.ts';
import { enterEvent, exitEvent, ourId } from './events.ts';
import { isBot } from './is-bot.ts';
import type { PageViewIds } from './page-view-id.ts';

/** The answer names the first fields that are wrong, not thousands. */
const MESSAGE_MAX_LENGTH = 300;

export type ReadItem = BatchedView | BatchedExit | ApiError;

/** An item of the right form, or why it is none. An item with an `id` is an exit, any other a view. */
export const readItem = (item: unknown): ReadItem => {
  const isExit = typeof item === 'object' && item !== null && 'id' in item;
  const result = (isExit ? batchedExit : batchedView).safeParse(item);
  return result.success ? result.data : new ApiError('invalid_body', describeIssues(result.error.issues).slice(0, MESSAGE_MAX_LENGTH));
};

/** How many views of each session a batch holds. */
export const viewsBySession = (items: readonly ReadItem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) if ('sessionId' in item) counts.set(item.sessionId, (counts.get(item.sessionId) ?? 0) + 1);
  return counts;
};

/** Refuses the last views of every session that has more than it is granted, so that the earliest go first. */
export const withinGrants = (items: readonly ReadItem[], granted: ReadonlyMap<string, number>): readonly ReadItem[] => {
  const left = new Map(granted);
  return items.map((item) => {
    if (!('sessionId' in item)) return item;
    const room = left.get(item.sessionId) ?? 0;
    left.set(item.sessionId, room - 1);
    return room > 0 ? item : new ApiError('rate_limited');
  });
};

export interface BatchContext {
  readonly ids: PageViewIds;
  /** Of the call itself, for views that do not tell their visitor's. */
  readonly userAgent: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const eventsOf = (item: BatchedView | BatchedExit, { ids, userAgent, now }: BatchContext): readonly PageViewEvent[] => {
  if (!('sessionId' in item)) return [exitEvent(ourId(ids, item.id), item, now)];
  const entry = enterEvent(ids, item, isBot(item.userAgent ?? userAgent), now);
  return item.exit ? [entry, exitEvent(entry.id, item.exit, now)] : [entry];
};

const refused = ({ statusCode: status, code, message }: ApiError): BatchResult => ({ status, code, message });

/** What an item means for the stream, and what its caller hears once that is stored. */
export const judgeItem = (item: ReadItem, context: BatchContext): { readonly events: readonly PageViewEvent[]; readonly result: BatchResult } => {
  if (item instanceof ApiError) return { events: [], result: refused(item) };
  try {
    const events = eventsOf(item, context);
    return { events, result: { status: 'sessionId' in item ? 201 : 200, id: events[0]?.id ?? '' } };
  } catch (error) {
    if (error instanceof ApiError) return { events: [], result: refused(error) };
    throw error;
  }
};
