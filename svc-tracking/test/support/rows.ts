import { COLUMN_LIST, type PageViewRow } from '../../src/stream/page-view-row.ts';
import { aPool } from './pool.ts';

const COLUMNS = COLUMN_LIST.map(
  ({ name, sql, type }) => `${type === 'time' ? `(extract(epoch from ${sql}) * 1000)::float8` : sql} as "${name}"`,
).join(', ');

/** Reads page views as the database's owner. */
export const rowsIn = (databaseUrl: string) => {
  const pool = aPool(databaseUrl);
  const select = async (where: string, value: unknown): Promise<readonly PageViewRow[]> =>
    (await pool.query<PageViewRow>(`select ${COLUMNS} from tracking.page_views where ${where} order by id`, [value]))
      .rows;
  return {
    pool,
    byId: async (id: string): Promise<PageViewRow | undefined> => (await select('id = $1', id))[0],
    bySession: (sessionId: string) => select('session_id = $1', sessionId),
    byIds: (ids: readonly string[]) => select('id = any($1::uuid[])', ids),
    close: () => pool.end(),
  };
};

export type Rows = ReturnType<typeof rowsIn>;
