import { emptyRow, type PageViewRow } from '../stream/row.ts';
import type { EnterEvent, ExitEvent, PageViewEvent } from './event-lines.ts';

const ofEnter = ({
  id,
  enteredAt,
  clamped,
  sessionId,
  pagePath,
  variant,
  isBot,
  isOwner,
}: EnterEvent): PageViewRow => ({
  ...emptyRow(id),
  enteredAt,
  clamped,
  sessionId,
  pagePath,
  variant: variant ?? null,
  isBot: isBot ?? false,
  isOwner: isOwner ?? false,
});

const ofExit = ({ id, exitedAt, timeSpentSeconds, totalSeconds, clamped }: ExitEvent): PageViewRow => ({
  ...emptyRow(id),
  exitedAt,
  timeSpentSeconds,
  totalSeconds: totalSeconds ?? null,
  clamped,
});

/** What a single event tells of its page view. */
export const rowOf = (event: PageViewEvent): PageViewRow => (event.kind === 'enter' ? ofEnter(event) : ofExit(event));

/** A row as events that tell the same: an entry, an exit, or both. `rowOf` of one is that row again. */
export const eventsOf = (row: PageViewRow): readonly PageViewEvent[] => [...entryOf(row), ...exitOf(row)];

const entryOf = ({
  id,
  enteredAt,
  clamped,
  sessionId,
  pagePath,
  variant,
  isBot,
  isOwner,
}: PageViewRow): EnterEvent[] =>
  enteredAt === null || sessionId === null || pagePath === null
    ? []
    : [
        {
          kind: 'enter',
          id,
          sessionId,
          pagePath,
          enteredAt,
          variant: variant ?? undefined,
          clamped,
          ...(isBot ? { isBot } : {}),
          ...(isOwner ? { isOwner } : {}),
        },
      ];

const exitOf = ({ id, exitedAt, timeSpentSeconds, totalSeconds, clamped }: PageViewRow): ExitEvent[] =>
  exitedAt === null || timeSpentSeconds === null
    ? []
    : [{ kind: 'exit', id, exitedAt, timeSpentSeconds, totalSeconds: totalSeconds ?? undefined, clamped }];
