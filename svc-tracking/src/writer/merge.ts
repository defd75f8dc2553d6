import type { PageViewRow } from '../stream/row.ts';

const known = <T>(a: T | null, b: T | null, choose: (a: T, b: T) => T): T | null => {
  if (a === null) return b;
  return b === null ? a : choose(a, b);
};

const least = (a: number, b: number): number => Math.min(a, b);
const greatest = (a: number, b: number): number => Math.max(a, b);
/** By bytes, as PostgreSQL's "C" collation compares. */
const leastText = (a: string, b: string): string =>
  a === b || Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? a : b;

/**
 * What two rows of one id tell together: the first entry, the last exit, the longest times. The order of the two
 * and saying the same twice change nothing, so that a stream read twice or out of order gives the same row.
 * `upsert.ts` says the same in SQL.
 */
export const mergeRows = (a: PageViewRow, b: PageViewRow): PageViewRow => ({
  id: a.id,
  enteredAt: known(a.enteredAt, b.enteredAt, least),
  exitedAt: known(a.exitedAt, b.exitedAt, greatest),
  timeSpentSeconds: known(a.timeSpentSeconds, b.timeSpentSeconds, greatest),
  totalSeconds: known(a.totalSeconds, b.totalSeconds, greatest),
  clamped: a.clamped || b.clamped,
  sessionId: known(a.sessionId, b.sessionId, leastText),
  pagePath: known(a.pagePath, b.pagePath, leastText),
  variant: known(a.variant, b.variant, leastText),
  isBot: a.isBot || b.isBot,
  isOwner: a.isOwner || b.isOwner,
  release: known(a.release, b.release, leastText),
  isPreview: a.isPreview || b.isPreview,
  lcpSeconds: known(a.lcpSeconds, b.lcpSeconds, greatest),
  inpSeconds: known(a.inpSeconds, b.inpSeconds, greatest),
  cls: known(a.cls, b.cls, greatest),
  ttfbSeconds: known(a.ttfbSeconds, b.ttfbSeconds, greatest),
});

const byId = (a: PageViewRow, b: PageViewRow): number => (a.id < b.id ? -1 : 1);

/** One row an id, of rows that may tell of the same. Sorted by id, so that two writers lock the rows that they share in the same order. */
export const mergeById = (rows: Iterable<PageViewRow>): readonly PageViewRow[] => {
  const merged = new Map<string, PageViewRow>();
  for (const row of rows) {
    const before = merged.get(row.id);
    merged.set(row.id, before ? mergeRows(before, row) : row);
  }
  return [...merged.values()].sort(byId);
};
