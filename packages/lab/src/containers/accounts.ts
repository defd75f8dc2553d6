import { withClient } from '@course/ops/postgres/client';
import { compareWithRows, type Acknowledged, type DeliveryResult, type StoredRow } from '../faults/delivery-log.ts';
import type { Shoppers } from './shoppers.ts';

/** The system's stores, as this machine reaches them. */
export interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface Missing extends DeliveryResult {
  readonly answers: number;
  readonly orders: number;
  /** Orders for which there is no confirmation to be sent. */
  readonly unconfirmed: number;
}

/** Compares what was acknowledged to visitors with what is stored. */
export const countMissing = async (
  { databaseUrl }: Stores,
  views: ReadonlyMap<string, Acknowledged>,
  { answers, orders }: Pick<Shoppers, 'answers' | 'orders'>,
): Promise<Missing> =>
  withClient(databaseUrl, async (client) => {
    const { rows: viewRows } = await client.query<StoredRow>(
      'select id, session_id, page_path, time_spent_seconds from tracking.page_views where id = any($1::uuid[])',
      [[...views.keys()]],
    );
    const { rows: answerRows } = await client.query<{ place: string; value: string }>(
      `select session_id || ' ' || question_key as place, answer_value as value from funnel.responses`,
    );
    const stored = new Map(answerRows.map(({ place, value }) => [place, value]));
    const { rows: orderRows } = await client.query<{ number: string; confirmations: number }>(
      `select o.number, count(d.*)::int as confirmations from funnel.orders o
         left join funnel.deliveries d on d.order_id = o.id and d.kind = 'confirmation' group by o.number`,
    );
    const numbers = new Set(orderRows.map(({ number }) => number));
    return {
      ...compareWithRows(views, new Map(viewRows.map((row) => [row.id, row]))),
      answers: [...answers].filter(([place, value]) => stored.get(place) !== value).length,
      orders: [...orders].filter((number) => !numbers.has(number)).length,
      unconfirmed: orderRows.filter(({ confirmations }) => confirmations !== 1).length,
    };
  });
