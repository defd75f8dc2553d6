import type pg from 'pg';
import { Failure } from '@course/ops/failure';

/** What the database contains before seeding or removing. */
export interface SeedState {
  /** Orders paid with real money. */
  readonly liveOrders: number;
  readonly seededVisitors: number;
}

export const readSeedState = async (client: pg.ClientBase): Promise<SeedState> => {
  const { rows } = await client.query<SeedState>(`
    select (select count(*)::int from funnel.orders where livemode) as "liveOrders",
      (select count(*)::int from funnel.sessions where seeded) as "seededVisitors"`);
  const [state] = rows;
  if (!state) throw new Error('The database returned no row');
  return state;
};

/** Throws a `Failure` if the database has real orders or has been seeded already. */
export const requireUnseeded = ({ liveOrders, seededVisitors }: SeedState): void => {
  if (liveOrders > 0)
    throw new Failure(
      `The database has ${liveOrders} orders that were paid for. Do not mix them with invented ones: use a separate database.`,
    );
  if (seededVisitors > 0)
    throw new Failure(
      `There are ${seededVisitors} seeded visitors already. Remove them first: npm run seed -- --remove`,
    );
};
