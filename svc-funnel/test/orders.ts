import { randomUUID } from 'node:crypto';
import { aSessionId } from './browser.ts';
import { query, type Row } from './database.ts';

export interface AnOrder {
  readonly id: string;
  readonly sessionId: string;
  readonly email: string;
}

interface OrderOptions {
  readonly plan?: '1week' | '4week' | '12week';
  readonly email?: string;
  readonly name?: string;
  readonly sessionZone?: string;
  readonly checkoutZone?: string;
  /** The visitor's answers, by question. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The version of the plan that the offer showed. */
  readonly planVersion?: string;
  readonly paidAt?: Date;
}

const insert = async (table: string, row: Row): Promise<void> => {
  const names = Object.keys(row);
  await query(
    `insert into funnel.${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};

/** Inserts a paid order with its session and checkout, but without a course. */
export async function anOrder({
  plan = '1week',
  email,
  name = 'Ada',
  sessionZone,
  checkoutZone,
  answers = {},
  planVersion,
  paidAt = new Date(),
}: OrderOptions = {}): Promise<AnOrder> {
  const [id, checkoutId, sessionId] = [randomUUID(), randomUUID(), aSessionId()];
  const address = email ?? `reader-${id}@example.com`;
  const bought = {
    session_id: sessionId,
    plan,
    pricing: 'discounted',
    amount_cents: 776,
    currency: 'usd',
    livemode: false,
  };
  await insert('sessions', { id: sessionId, email: address, name, time_zone: sessionZone ?? null });
  for (const [key, value] of Object.entries(answers))
    await insert('responses', { session_id: sessionId, question_key: key, answer_value: value });
  await insert('checkouts', {
    id: checkoutId,
    ...bought,
    return_origin: 'http://localhost:3000',
    status: 'paid',
    provider_session_id: `cs_${checkoutId}`,
    time_zone: checkoutZone ?? null,
    plan_version: planVersion ?? null,
  });
  await insert('orders', {
    id,
    checkout_id: checkoutId,
    ...bought,
    email: address,
    status: 'paid',
    paid_at: paidAt,
    provider_payment_id: `pi_${id}`,
  });
  return { id, sessionId, email: address };
}

export const courseOf = async ({ id }: AnOrder): Promise<Row> =>
  (await query('select * from funnel.courses where order_id = $1', [id]))[0] ?? {};

export const deliveriesOf = ({ id }: AnOrder): Promise<Row[]> =>
  query('select * from funnel.deliveries where order_id = $1 order by created_at, kind, place', [id]);

/** Returns the queued jobs of an order's deliveries. */
export const jobsOf = async (order: AnOrder): Promise<Row[]> => {
  const keys = (await deliveriesOf(order)).map(({ id }) => `send:${String(id)}`);
  return query('select * from graphile_worker.jobs where key = any($1::text[]) order by id', [keys]);
};

/** Makes an order's jobs that wait for another attempt due now. */
export async function skipPauses(order: AnOrder): Promise<void> {
  const jobs = await jobsOf(order);
  await query(`select graphile_worker.reschedule_jobs($1::bigint[], run_at => now())`, [jobs.map(({ id }) => id)]);
  await query(`select pg_notify('jobs:insert', '{"count":10}')`);
}
