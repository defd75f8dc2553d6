import type { EnterEvent, ExitEvent, PageViewEvent } from '../../src/stream/event-lines.ts';
import type { PageViewRow } from '../../src/stream/page-view-row.ts';

const min = (values: readonly number[]): number | null => (values.length > 0 ? Math.min(...values) : null);
const max = (values: readonly number[]): number | null => (values.length > 0 ? Math.max(...values) : null);
const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);
const firstByBytes = (values: readonly string[]): string | null =>
  [...values].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0] ?? null;

const rowFrom = (id: string, events: readonly PageViewEvent[]): PageViewRow => {
  const entries = events.filter((event): event is EnterEvent => event.kind === 'enter');
  const exits = events.filter((event): event is ExitEvent => event.kind === 'exit');
  return {
    id,
    enteredAt: min(entries.map((entry) => entry.enteredAt)),
    exitedAt: max(exits.map((exit) => exit.exitedAt)),
    timeSpentSeconds: max(exits.map((exit) => exit.timeSpentSeconds)),
    totalSeconds: max(present(exits.map((exit) => exit.totalSeconds))),
    clamped: events.some((event) => event.clamped),
    sessionId: firstByBytes(entries.map((entry) => entry.sessionId)),
    pagePath: firstByBytes(entries.map((entry) => entry.pagePath)),
    variant: firstByBytes(present(entries.map((entry) => entry.variant))),
    isBot: entries.some((entry) => entry.isBot),
    isOwner: entries.some((entry) => entry.isOwner),
    release: firstByBytes(present(entries.map((entry) => entry.release))),
    isPreview: entries.some((entry) => entry.isPreview),
    lcpSeconds: max(present(exits.map(({ vitals }) => vitals?.lcpSeconds))),
    inpSeconds: max(present(exits.map(({ vitals }) => vitals?.inpSeconds))),
    cls: max(present(exits.map(({ vitals }) => vitals?.cls))),
    ttfbSeconds: max(present(exits.map(({ vitals }) => vitals?.ttfbSeconds))),
  };
};

/** Returns the expected rows, computed from all events at once without any merging. Sorted by id. */
export const rowsByOracle = (events: readonly PageViewEvent[]): PageViewRow[] =>
  [...new Set(events.map(({ id }) => id))].sort().map((id) =>
    rowFrom(
      id,
      events.filter((event) => event.id === id),
    ),
  );
