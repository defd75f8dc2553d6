import { DAY_MS } from '@course/contracts';
import type pg from 'pg';
import { withClient } from '@course/ops/postgres/client';
import { startTestStores } from '@course/test-kit/test-stores';
import { fillForInsights, type InsightsData } from './insights-data.ts';
import type { Measurement } from './measurement.ts';
import { percentile } from './percentile.ts';

const BUDGET_MS = 100;
const ROUNDS = 15;

/** The queries of the insights page. $1 and $2: the range; $3: a variant, or null for all. */
const QUERIES: Readonly<Record<string, string>> = {
  'page timing': 'select * from analytics.page_timing($1, $2, $3)',
  'one page’s distribution': `select * from analytics.page_distribution($1, $2, '/q7', $3)`,
  funnel: 'select * from analytics.funnel($1, $2, $3)',
  'time in the quiz': 'select * from analytics.quiz_time($1, $2, $3)',
  answers: 'select * from analytics.answers($1, $2, $3)',
  'conversion by variant': `select * from analytics.conversion($1, $2, 'variant', $3)`,
  'conversion by campaign': `select * from analytics.conversion($1, $2, 'campaign', $3)`,
  'conversion by plan': `select * from analytics.conversion($1, $2, 'plan', $3)`,
  'conversion by day': `select * from analytics.conversion_by_day($1, $2, 'Europe/Berlin', $3)`,
  'views over time': `select * from analytics.views_by_time($1, $2, 'Europe/Berlin', $3)`,
  'live visitors':
    'select * from analytics.live() where $1::timestamptz < $2::timestamptz and ($3::text is null or true)',
  questions:
    'select * from analytics.questions() where $1::timestamptz < $2::timestamptz and ($3::text is null or true)',
  variants: 'select * from analytics.variants() where $1::timestamptz < $2::timestamptz and ($3::text is null or true)',
};

/** Ranges in days before now: four that end now, and one that starts and ends in the middle of days. */
const RANGES_DAYS = [
  [1, 0],
  [7, 0],
  [28, 0],
  [30, 0],
  [25.3, 1.6],
] as const;
const VARIANTS = [null, 'A'] as const;

const HOUR_MS = 3_600_000;

const timesOf = async (client: pg.Client, sql: string): Promise<number[]> => {
  const times: number[] = [];
  const end = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [first, last] of RANGES_DAYS) {
      for (const variant of VARIANTS) {
        const values = [new Date(end - first * DAY_MS), new Date(end - last * DAY_MS), variant];
        const startedAt = performance.now();
        await client.query(sql, values);
        // The first round only fills the caches, as queries every few minutes do.
        if (round > 0) times.push(performance.now() - startedAt);
      }
    }
  }
  return times;
};

/** Measures every query of the insights page over `views` page views, as the analysts' role. */
export const measureInsights = async ({ views, say }: InsightsData): Promise<readonly Measurement[]> => {
  const stores = await startTestStores('disk');
  try {
    const startedAt = performance.now();
    await withClient(stores.superuserUrl, (writer) =>
      withClient(stores.superuserUrl, (refresher) => fillForInsights(writer, refresher, { views, say })),
    );
    say(`  insights: written in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    return await withClient(stores.analystUrl, async (client) => {
      const figures: Measurement[] = [];
      for (const [name, sql] of Object.entries(QUERIES)) {
        figures.push({
          name: `insights over ${views} views, ${name}: p95`,
          value: percentile(await timesOf(client, sql), 0.95),
          unit: 'ms',
          budget: BUDGET_MS,
        });
      }
      return figures;
    });
  } finally {
    await stores.stop();
  }
};
