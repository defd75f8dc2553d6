import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClient } from '@course/ops/postgres/client';
import type { Stores } from '@course/test-kit/test-stores';
import { aKey, aSession, PATHS } from './tracking-views.ts';

const TABLE = 'tracking.bench_copy';
const SECOND_MS = 1000;

/** Page views by one COPY from a file into a table of the same columns, defaults and index, without partitions and triggers, in rows a second. */
export const measureCopy = async ({ superuserUrl }: Stores, rows: number): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'course-copy-'));
  const file = path.join(folder, 'rows.csv');
  const now = new Date().toISOString();
  const lines = Array.from(
    { length: rows },
    (_, number) => `${aKey()},${now},${now},12.5,14.25,f,${aSession()},${PATHS[number % PATHS.length]},,f`,
  );
  writeFileSync(file, lines.join('\n'));
  chmodSync(folder, 0o755);
  try {
    return await withClient(superuserUrl, async (client) => {
      await client.query(`create table ${TABLE} (like tracking.page_views including all)`);
      const startedAt = performance.now();
      await client.query(
        `copy ${TABLE} (id, entered_at, exited_at, time_spent_seconds, total_seconds, clamped, session_id, page_path, variant, is_bot) from '${file}' (format csv)`,
      );
      const seconds = (performance.now() - startedAt) / SECOND_MS;
      await client.query(`drop table ${TABLE}`);
      return rows / seconds;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
