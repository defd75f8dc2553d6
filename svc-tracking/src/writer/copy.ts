import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { COLUMN_LIST } from '../stream/page-view-row.ts';
import { isRefusedForItsData } from '../platform/sql-errors.ts';

const COPY = `copy tracking.page_views (${COLUMN_LIST.map(({ sql }) => sql).join(', ')}) from stdin (format binary)`;

// Signature, flags and length of the header's extension; and the count of columns that ends the file.
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** As long as the pool gives any other statement. */
const COPY_MAX_MS = 30_000;

/**
 * Writes rows that the table does not hold yet, all of them or none. `parts` are made of whole tuples, as `row-bytes.ts`
 * makes them, and are not looked at: in binary, COPY takes half the CPU of text, and nothing is left to do for us.
 * Returns how many rows there were. Rejects like any statement, also when the table holds one of the ids.
 */
export const copyRows = async (pool: pg.Pool, parts: readonly Buffer[]): Promise<number> => {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const copy = client.query(from(COPY));
    for (const bytes of [HEADER, ...parts]) copy.write(bytes);
    await finished(copy.end(TRAILER), { signal: AbortSignal.timeout(COPY_MAX_MS) });
    isUsable = true;
    return copy.rowCount;
  } catch (error) {
    isUsable = isRefusedForItsData(error);
    throw error;
  } finally {
    client.release(!isUsable);
  }
};
