import { freshStores } from '@course/test-kit/fresh-stores';
import { refreshAggregates } from '@course/test-kit/refresh-aggregates';
import { aPool } from './pool.ts';
import { aView, addCountedNames, type TestView } from './views.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

export type Numbers = Record<string, unknown>;

/** Creates a separate database for tests of visits, in which the variants A and B are counted by name. */
export const visitDatabase = async () => {
  const stores = await freshStores();
  const owner = aPool(stores.databaseUrl);
  const service = aPool(stores.trackingDatabaseUrl);
  const analyst = aPool(stores.analystUrl);
  await addCountedNames(owner, ['A', 'B']);
  const ask = async (sql: string, values: unknown[]): Promise<Numbers[]> =>
    (await analyst.query<Numbers>(sql, values)).rows;
  return {
    owner,
    service,
    analyst,
    /** Queries as an analyst. */
    ask,
    /** The rows of the funnel by step. */
    funnelOf: async (range: readonly [Date, Date], variant: string | null = null): Promise<Map<string, Numbers>> =>
      new Map(
        (await ask('select * from analytics.funnel($1, $2, $3)', [...range, variant])).map((row) => [
          String(row['step']),
          row,
        ]),
      ),
    refreshAll: (): Promise<void> => refreshAggregates(owner),
    stop: async (): Promise<void> => {
      await Promise.all([owner.end(), service.end(), analyst.end()]);
      await stores.stop();
    },
  };
};

export type VisitDatabase = Awaited<ReturnType<typeof visitDatabase>>;

/** Returns a separate day in the past for each test, with the times of its hours. */
let days = 0;
export const aDay = () => {
  const begin = TODAY - (100 + (days += 1)) * DAY_MS;
  const range = [new Date(begin), new Date(begin + DAY_MS)] as const;
  return { begin, range, at: (hour: number, seconds = 0) => begin + hour * HOUR_MS + seconds * 1000 };
};

export const walk = (
  sessionId: string,
  at: number,
  steps: readonly [path: string, seconds: number | null][],
  change: Partial<TestView> = {},
): TestView[] => {
  let now = at;
  return steps.map(([pagePath, seconds]) => {
    const view = aView(now, { sessionId, pagePath, seconds, ...change });
    now += (seconds ?? 1) * 1000 + 100;
    return view;
  });
};

export const numbers = (row: Numbers | undefined, ...names: string[]): unknown[] =>
  names.map((name) => (row?.[name] === null ? null : Number(row?.[name])));
