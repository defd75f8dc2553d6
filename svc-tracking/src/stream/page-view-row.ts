import { emptyRow, type PageViewRow } from './row.ts';
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
  release,
  isPreview,
}: EnterEvent): PageViewRow => ({
  ...emptyRow(id),
  enteredAt,
  clamped,
  sessionId,
  pagePath,
  variant: variant ?? null,
  isBot: isBot ?? false,
  isOwner: isOwner ?? false,
  release: release ?? null,
  isPreview: isPreview ?? false,
});

const ofExit = ({ id, exitedAt, timeSpentSeconds, totalSeconds, clamped, vitals }: ExitEvent): PageViewRow => ({
  ...emptyRow(id),
  exitedAt,
  timeSpentSeconds,
  totalSeconds: totalSeconds ?? null,
  clamped,
  ...vitalsColumns(vitals),
});

/** Vitals as a row has them. */
export const vitalsColumns = ({ lcpSeconds, inpSeconds, cls, ttfbSeconds }: NonNullable<ExitEvent['vitals']> = {}) => ({
  lcpSeconds: lcpSeconds ?? null,
  inpSeconds: inpSeconds ?? null,
  cls: cls ?? null,
  ttfbSeconds: ttfbSeconds ?? null,
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
  release,
  isPreview,
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
          ...(release === null ? {} : { release }),
          ...(isPreview ? { isPreview } : {}),
        },
      ];

const exitOf = ({ id, exitedAt, timeSpentSeconds, totalSeconds, clamped, ...row }: PageViewRow): ExitEvent[] =>
  exitedAt === null || timeSpentSeconds === null
    ? []
    : [
        {
          kind: 'exit',
          id,
          exitedAt,
          timeSpentSeconds,
          totalSeconds: totalSeconds ?? undefined,
          clamped,
          ...measured(row),
        },
      ];

const measured = ({
  lcpSeconds,
  inpSeconds,
  cls,
  ttfbSeconds,
}: Pick<PageViewRow, 'lcpSeconds' | 'inpSeconds' | 'cls' | 'ttfbSeconds'>): Pick<ExitEvent, 'vitals'> => {
  const known = Object.entries({ lcpSeconds, inpSeconds, cls, ttfbSeconds }).filter(([, value]) => value !== null);
  return known.length > 0 ? { vitals: Object.fromEntries(known) as ExitEvent['vitals'] } : {};
};
