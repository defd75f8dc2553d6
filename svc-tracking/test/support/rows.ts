import pg from 'pg';

export interface Row {
  readonly id: string;
  readonly session_id: string | null;
  readonly page_path: string | null;
  readonly entered_at: Date | null;
  readonly exited_at: Date | null;
  readonly time_spent_seconds: number | null;
  readonly total_seconds: number | null;
  readonly variant: string | null;
  readonly clamped: boolean;
  readonly is_bot: boolean;
  readonly is_owner: boolean;
  readonly release: string | null;
  readonly is_preview: boolean;
  readonly lcp_seconds: number | null;
  readonly inp_seconds: number | null;
  readonly cls: number | null;
  readonly ttfb_seconds: number | null;
}

/** Reads page views as the database's owner. */
export const rowsIn = (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const select = async (where: string, value: unknown): Promise<readonly Row[]> =>
    (await pool.query<Row>(`select * from tracking.page_views where ${where}`, [value])).rows;
  return {
    pool,
    byId: async (id: string): Promise<Row | undefined> => (await select('id = $1', id))[0],
    bySession: (sessionId: string) => select('session_id = $1', sessionId),
    byIds: (ids: readonly string[]) => select('id = any($1::uuid[])', ids),
    close: () => pool.end(),
  };
};

export type Rows = ReturnType<typeof rowsIn>;
