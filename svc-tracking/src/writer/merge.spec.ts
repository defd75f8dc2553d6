import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsByOracle } from '../../test/support/oracle.ts';
import { asRead, someEvents } from '../../test/support/random-events.ts';
import { mergeEvents, mergeRows } from './merge.ts';
import type { PageViewRow } from './page-view-row.ts';

const mergeBatches = (batches: readonly (readonly PageViewRow[])[]): PageViewRow[] => {
  const rows = new Map<string, PageViewRow>();
  for (const row of batches.flat()) {
    const before = rows.get(row.id);
    rows.set(row.id, before ? mergeRows(before, row) : row);
  }
  return [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
};

const readings = someEvents(4).chain((events) => asRead(events).map((batches) => ({ events, batches })));

it('makes the same rows of a stream read twice, out of order and in any batches', () => {
  fc.assert(
    fc.property(readings, ({ events, batches }) => {
      expect(mergeBatches(batches.map(mergeEvents))).toEqual(rowsByOracle(events));
    }),
    { numRuns: 2000 },
  );
});

it('answers one row an id, sorted by id', () => {
  fc.assert(
    fc.property(someEvents(8), (events) => {
      const ids = mergeEvents(events).map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort());
    }),
  );
});
