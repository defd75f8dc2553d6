import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface TestSession {
  readonly id: string;
  readonly at: number;
  readonly variant?: string | null;
  readonly campaign?: string;
  readonly excluded?: boolean;
}

/** Records changed sessions, as svc-funnel does in the transaction that changes its rows. */
export const recordChange = (db: Pick<pg.Pool, 'query'>, ...sessionIds: readonly string[]): Promise<unknown> =>
  db.query('insert into funnel.changes (session_id) select unnest($1::text[])', [sessionIds]);

export const addSession = async (
  pool: pg.Pool,
  { id, at, variant = null, campaign, excluded = false }: TestSession,
): Promise<void> => {
  await pool.query(
    'insert into funnel.sessions (id, variant, utm, not_counted, created_at) values ($1, $2, $3, $4, $5)',
    [id, variant, campaign === undefined ? null : JSON.stringify({ source: 'x', campaign }), excluded, new Date(at)],
  );
  await recordChange(pool, id);
};

export const addAnswer = async (pool: pg.Pool, sessionId: string, key: string, value: string): Promise<void> => {
  await pool.query(
    'insert into funnel.responses (session_id, question_key, answer_value) values ($1, $2, $3) on conflict (session_id, question_key) do update set answer_value = excluded.answer_value',
    [sessionId, key, value],
  );
  await recordChange(pool, sessionId);
};

export interface TestOrder {
  readonly sessionId: string;
  readonly at: number;
  readonly plan?: string;
  readonly cents?: number;
  readonly refundedCents?: number;
  readonly live?: boolean;
}

/** Adds a paid checkout with its order. Returns the order's id. */
export const addOrder = async (
  pool: pg.Pool,
  { sessionId, at, plan = '4week', cents = 2240, refundedCents = 0, live = true }: TestOrder,
): Promise<string> => {
  const [checkout, order, paidAt] = [randomUUID(), randomUUID(), new Date(at)];
  await pool.query(
    `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status) values ($1, $2, $3, 'discounted', $4, 'usd', 'https://x.example', $5, 'paid')`,
    [checkout, sessionId, plan, cents, live],
  );
  await pool.query(
    `insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at, refunded_cents)
     values ($1, $2, $3, 'a@b.example', $4, 'discounted', $5, 'usd', 'paid', $6, $7, $8)`,
    [order, checkout, sessionId, plan, cents, live, paidAt, refundedCents],
  );
  await recordChange(pool, sessionId);
  return order;
};
