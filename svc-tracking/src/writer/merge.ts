import { byId, COLUMN_LIST, type MergeRule, type PageViewRow } from '../stream/page-view-row.ts';

type Known = string | number | boolean;

/** A merge rule, for two known values in memory and as SQL. */
interface Merge {
  readonly of: (a: Known, b: Known) => Known;
  readonly sql: (a: string, b: string) => string;
}

/** Compares bytes, like PostgreSQL's "C" collation. */
const isLessText = (a: Known, b: Known): boolean => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))) < 0;

/** SQL's least and greatest skip NULL. */
export const MERGES: Readonly<Record<MergeRule, Merge>> = {
  min: { of: (a, b) => (a < b ? a : b), sql: (a, b) => `least(${a}, ${b})` },
  max: { of: (a, b) => (a > b ? a : b), sql: (a, b) => `greatest(${a}, ${b})` },
  or: { of: (a, b) => a || b, sql: (a, b) => `${a} or ${b}` },
  minText: {
    of: (a, b) => (isLessText(a, b) ? a : b),
    sql: (a, b) => `least(${a} collate "C", ${b} collate "C")`,
  },
};

/**
 * Merges two rows with the same id: the first entry, the last exit, the longest times. Order and repetition make no
 * difference, so that a stream read twice or out of order gives the same row.
 */
const mergeRows = (a: PageViewRow, b: PageViewRow): PageViewRow => {
  const row: Record<string, unknown> = { ...a };
  for (const { name, merge } of COLUMN_LIST) {
    const [left, right] = [a[name], b[name]];
    if (!merge || right === null || right === left) continue;
    row[name] = left === null ? right : MERGES[merge].of(left, right);
  }
  return row as unknown as PageViewRow;
};

/**
 * Returns one row per id, merged from all rows with that id. Sorted by id, so that two writers lock shared rows in the
 * same order.
 */
export const mergeById = (rows: Iterable<PageViewRow>): readonly PageViewRow[] => {
  const merged = new Map<string, PageViewRow>();
  for (const row of rows) {
    const before = merged.get(row.id);
    merged.set(row.id, before ? mergeRows(before, row) : row);
  }
  return [...merged.values()].sort(byId);
};
