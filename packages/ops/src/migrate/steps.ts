import { STEPS, type Step } from '@course/funnel';
import type pg from 'pg';

const ledTo = new Set<string | null>(STEPS.map(({ next }) => next));

const rowOf = (step: Step, index: number) => ({
  key: step.key,
  path: step.path,
  title: step.title,
  question_key: 'asks' in step ? step.asks : null,
  place: index + 1,
  // Legal pages and what mails lead to stand beside the way.
  is_on_way: step.next !== null || ledTo.has(step.key),
});

// Paths may change hands, so all are let go first.
const SYNC = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g (key text, path text, title text, question_key text, place int, is_on_way boolean)
  )
  insert into rollups.steps as s (key, path, title, question_key, place, is_on_way)
  select key, path, title, question_key, place, is_on_way from given
  on conflict (key) do update set path = excluded.path, title = excluded.title, question_key = excluded.question_key, place = excluded.place, is_on_way = excluded.is_on_way`;

/** Brings the steps that analysts see to those of the product's table. A step that is gone keeps its row, without a place. */
export const syncSteps = async (client: pg.Client): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(`update rollups.steps set place = null, path = 'was ' || key`);
    await client.query(SYNC, [JSON.stringify(STEPS.map(rowOf))]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
