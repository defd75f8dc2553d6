import type pg from 'pg';
import { Failure } from '@course/ops/failure';

/** What lies in the database before anything is done to it. */
export interface Stock {
  /** Orders that real money was paid for. */
  readonly liveOrders: number;
  readonly seededVisitors: number;
}

export const readStock = async (client: pg.ClientBase): Promise<Stock> => {
  const { rows } = await client.query<Stock>(`
    select (select count(*)::int from funnel.orders where livemode) as "liveOrders",
      (select count(*)::int from funnel.sessions where seeded) as "seededVisitors"`);
  const [stock] = rows;
  if (!stock) throw new Error('no answer');
  return stock;
};

/** Throws one sentence when this is no place for invented visitors, or there are some already. */
export const requireRoom = ({ liveOrders, seededVisitors }: Stock): void => {
  if (liveOrders > 0)
    throw new Failure(
      `The database holds ${liveOrders} orders that were paid for. Invented ones are not mixed with them: use a database of its own.`,
    );
  if (seededVisitors > 0)
    throw new Failure(
      `There are ${seededVisitors} seeded visitors already. Remove them first: npm run seed -- --remove`,
    );
};
