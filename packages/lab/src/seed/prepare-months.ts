import type pg from 'pg';

const SHORTEST_MONTH_DAYS = 28;
const MOST_MONTHS = 24;

/** Makes the months that page views of so many days back go into. */
export const prepareMonths = async (client: pg.ClientBase, days: number): Promise<void> => {
  const monthsBehind = Math.min(MOST_MONTHS, Math.ceil(days / SHORTEST_MONTH_DAYS));
  await client.query('select tracking.ensure_partitions($1)', [monthsBehind]);
};
