import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsByOracle } from '../../test/support/oracle.ts';
import { asRead, someEvents } from '../../test/support/random-events.ts';
import { eventsOf, rowOfEvent, type PageViewEvent } from '../stream/event-lines.ts';
import type { PageViewRow } from '../stream/page-view-row.ts';
import { mergeById } from './merge.ts';

const mergeEvents = (events: readonly PageViewEvent[]): readonly PageViewRow[] => mergeById(events.map(rowOfEvent));
const mergeBatches = (batches: readonly (readonly PageViewRow[])[]): readonly PageViewRow[] =>
  mergeById(batches.flat());

/** How many streams are read; `npm run test:long` reads 2,000. */
const READINGS = Number(process.env['MERGED_READINGS'] ?? 400);

const readings = someEvents(4).chain((events) => asRead(events).map((batches) => ({ events, batches })));

it('makes the same rows from a stream read twice, out of order and in any batches', () => {
  fc.assert(
    fc.property(readings, ({ events, batches }) => {
      expect(mergeBatches(batches.map(mergeEvents))).toEqual(rowsByOracle(events));
    }),
    { numRuns: READINGS },
  );
});

it('makes the same rows from the events in their dead letters', () => {
  fc.assert(
    fc.property(someEvents(4), (events) => {
      const rows = mergeEvents(events);
      expect(mergeEvents(rows.flatMap(eventsOf))).toEqual(rows);
    }),
  );
});

it('returns one row per id, sorted by id', () => {
  fc.assert(
    fc.property(someEvents(8), (events) => {
      const ids = mergeEvents(events).map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort());
    }),
  );
});
