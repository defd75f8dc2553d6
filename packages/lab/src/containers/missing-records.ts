import { withClient } from '@course/ops/postgres/client';
import { compareWithRows, type Acknowledged, type DeliveryResult, type StoredRow } from '../faults/delivery-log.ts';
import type { Buyers } from './buyers.ts';

/** Addresses of the system's stores on this machine. */
export interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface Missing extends DeliveryResult {
  readonly answers: number;
  readonly orders: number;
  /** Orders without exactly one confirmation. */
  readonly unconfirmed: number;
}

/** Counts what was acknowledged to visitors and is not stored. */
export const countMissing = async (
  { databaseUrl }: Stores,
  views: ReadonlyMap<string, Acknowledged>,
  { answers, orders }: Pick<Buyers, 'answers' | 'orders'>,
): Promise<Missing> =>
  withClient(databaseUrl, async (client) => {
    const { rows: viewRows } = await client.query<StoredRow>(
      'select id, session_id, page_path, time_spent_seconds from tracking.page_views where id = any($1::uuid[])',
      [[...views.keys()]],
    );
    const { rows: answerRows } = await client.query<{ key: string; value: string }>(
      `select session_id || ' ' || question_key as key, answer_value as value from funnel.responses`,
    );
    const stored = new Map(answerRows.map(({ key, value }) => [key, value]));
    const { rows: orderRows } = await client.query<{ number: string; confirmations: number }>(
      `select o.number, count(d.*)::int as confirmations from funnel.orders o
         left join funnel.deliveries d on d.order_id = o.id and d.kind = 'confirmation' group by o.number`,
    );
    const numbers = new Set(orderRows.map(({ number }) => number));
    return {
      ...compareWithRows(views, new Map(viewRows.map((row) => [row.id, row]))),
      answers: [...answers].filter(([key, value]) => stored.get(key) !== value).length,
      orders: [...orders].filter((number) => !numbers.has(number)).length,
      unconfirmed: orderRows.filter(({ confirmations }) => confirmations !== 1).length,
    };
  });
