import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withClient } from '@course/ops/postgres/client';
import { uuidV7 } from './ids.ts';
import { refreshAggregates } from './refresh-aggregates.ts';

/** An attacker's path and answer. */
export const NASTY_PATH = `/<img src=x onerror=alert(1)>'; drop table tracking.page_views; --`;

interface Visit {
  readonly variant: string;
  readonly campaign: string | null;
  /** Hour of the day in UTC, as `HH:MM`. */
  readonly at: string;
  /** Pages in order with the visible seconds on each; null if the end is unknown. */
  readonly pages: readonly (readonly [path: string, seconds: number | null])[];
  readonly answers?: Readonly<Record<string, string>>;
  readonly order?: {
    readonly plan: string;
    readonly cents: number;
    readonly refunded?: number;
    readonly livemode?: boolean;
  };
  readonly isBot?: boolean;
  readonly isOwner?: boolean;
}

const QUIZ = [
  ['/', 2],
  ['/q1', 4],
  ['/onboarding', 3],
  ['/q2', 10],
] as const;

/**
 * Few enough to count by hand. Five are counted: two of variant A, who both buy; three of variant B, one with a sandbox
 * order. The last of them is past midnight in Berlin. A bot and the owner are excluded from all measures.
 */
const VISITS: readonly Visit[] = [
  {
    variant: 'A',
    campaign: 'spring',
    at: '10:00',
    pages: QUIZ,
    answers: { q1: '18-24', q2: 'wealth' },
    order: { plan: '4week', cents: 2240 },
  },
  {
    variant: 'A',
    campaign: 'spring',
    at: '10:10',
    pages: [
      ['/', 2],
      ['/q1', 8],
      ['/onboarding', 3],
    ],
    answers: { q1: '18-24' },
    order: { plan: '1week', cents: 1000, refunded: 400 },
  },
  {
    variant: 'B',
    campaign: null,
    at: '11:00',
    pages: [
      ['/', 2],
      ['/q1', 20],
    ],
    answers: { q1: '25-34' },
    order: { plan: '4week', cents: 2240, livemode: false },
  },
  { variant: 'B', campaign: null, at: '12:00', pages: [['/', 30]] },
  { variant: 'B', campaign: null, at: '23:30', pages: [[NASTY_PATH, null]], answers: { gender: NASTY_PATH } },
  {
    variant: 'B',
    campaign: null,
    at: '12:00',
    pages: [
      ['/', 5],
      ['/q1', 5],
    ],
    isBot: true,
  },
  {
    variant: 'B',
    campaign: null,
    at: '12:00',
    pages: [
      ['/', 5],
      ['/q1', 5],
    ],
    isOwner: true,
  },
];

const writePages = async (
  client: pg.Client,
  { pages, variant, isBot = false, isOwner = false }: Visit,
  sessionId: string,
  startedMs: number,
): Promise<void> => {
  let atMs = startedMs;
  for (const [path, seconds] of pages) {
    const exited = seconds === null ? null : new Date(atMs + seconds * 1000);
    await client.query(
      `insert into tracking.page_views (id, entered_at, exited_at, time_spent_seconds, total_seconds, session_id, page_path, variant, is_bot, is_owner)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
      [uuidV7(atMs), new Date(atMs), exited, seconds, sessionId, path, variant, isBot, isOwner],
    );
    atMs += ((seconds ?? 0) + 1) * 1000;
  }
};

const writeOrder = async (
  client: pg.Client,
  { plan, cents, refunded = 0, livemode = true }: NonNullable<Visit['order']>,
  sessionId: string,
  at: Date,
): Promise<void> => {
  const checkout = randomUUID();
  await client.query(
    `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status)
     values ($1, $2, $3, 'discounted', $4, 'usd', 'http://localhost', $5, 'paid')`,
    [checkout, sessionId, plan, cents, livemode],
  );
  await client.query(
    `insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at, refunded_cents)
     values ($1, $2, $3, 'buyer@example.com', $4, 'discounted', $5, 'usd', 'paid', $6, $7, $8)`,
    [randomUUID(), checkout, sessionId, plan, cents, livemode, at, refunded],
  );
};

const writeVisit = async (client: pg.Client, visit: Visit, day: string): Promise<void> => {
  const at = new Date(`${day}T${visit.at}:00Z`);
  const sessionId = `session_${at.getTime()}_${randomUUID().replaceAll('-', '')}`;
  await client.query('insert into funnel.sessions (id, created_at, variant, utm) values ($1, $2, $3, $4)', [
    sessionId,
    at,
    visit.variant,
    visit.campaign && JSON.stringify({ campaign: visit.campaign }),
  ]);
  await writePages(client, visit, sessionId, at.getTime());
  for (const answer of Object.entries(visit.answers ?? {})) {
    await client.query('insert into funnel.responses (session_id, question_key, answer_value) values ($1, $2, $3)', [
      sessionId,
      ...answer,
    ]);
  }
  if (visit.order) await writeOrder(client, visit.order, sessionId, at);
  await client.query('insert into funnel.changes (session_id) values ($1)', [sessionId]);
};

const unique = (namesOf: (visit: Visit) => readonly string[]): readonly string[] => [
  ...new Set(VISITS.flatMap(namesOf)),
];

/**
 * Writes visits of one day (YYYY-MM-DD, UTC) whose measures are known, to a database that has the steps, and refreshes
 * the aggregates. `databaseUrl` is the owner's.
 */
export const writeKnownVisits = (databaseUrl: string, day: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    // A name that was counted under "other" before the steps were known would count by itself only from then on.
    await client.query(
      `insert into tracking.counted_names (kind, name)
       select 'variant', unnest($1::text[]) union all select 'path', unnest($2::text[])
       on conflict (kind, name) do update set counts_from = excluded.counts_from`,
      [unique(({ variant }) => [variant]), unique(({ pages }) => pages.map(([path]) => path))],
    );
    for (const visit of VISITS) await writeVisit(client, visit, day);
    await refreshAggregates(client);
  });
