import type pg from 'pg';
import { ENTRIES } from './distributions.ts';

/** Has the variants of seeded visitors counted by their own names from the start, as far as there is room. */
export const knowVariants = async (client: pg.ClientBase): Promise<void> => {
  const variants = Object.keys(ENTRIES).map((entry) => `entry=${entry}`);
  await client.query(
    `insert into tracking.counted_names (kind, name) select 'variant', unnest($1::text[]) on conflict (kind, name) do nothing`,
    [variants],
  );
};
