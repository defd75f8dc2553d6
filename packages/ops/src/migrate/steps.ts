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

/** Writes the steps of the product's table for analysts, until svc-tracking has read those of the live releases. */
export const syncSteps = async (client: pg.Client): Promise<void> => {
  await client.query('select rollups.set_steps($1, false)', [JSON.stringify(STEPS.map(rowOf))]);
};
