import { workerStores } from '@course/test-kit/fresh-stores';
import { CHARTS } from '@course/contracts';
import { applyChartComments } from '@course/ops/migrate/chart-comments';
import { withClient } from '@course/ops/postgres/client';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { Definitions } from '../insights-page/parts/definitions.tsx';
import { chartPaths } from '../src/insights/chart-queries/openapi.ts';

const CHANGED = 'How often the page’s door was opened.';

const COMMENTS = `
  select col_description('analytics.page_timing_daily'::regclass, attnum) as column, obj_description('analytics.page_timing'::regproc) as function
  from pg_attribute where attrelid = 'analytics.page_timing_daily'::regclass and attname = 'views'`;

it('a changed definition reaches the page, the description of the API and the database', async () => {
  const definition: { meaning: string } = CHARTS['page-timing'].views;
  const { meaning } = definition;
  onTestFinished(() => void (definition.meaning = meaning));
  definition.meaning = CHANGED;
  expect(renderToStaticMarkup(createElement(Definitions, { chart: 'page-timing' }))).toContain(`<dd>${CHANGED}</dd>`);
  expect(JSON.stringify(chartPaths())).toContain(CHANGED);
  await withClient(workerStores().databaseUrl, async (client) => {
    const comments = async () =>
      (await client.query<{ column: string; function: string }>(COMMENTS)).rows[0] ?? { column: '', function: '' };
    expect((await comments()).column).not.toContain(CHANGED);
    await client.query('begin');
    await applyChartComments(client);
    const { column, function: ofFunction } = await comments();
    await client.query('rollback');
    expect(column).toBe(CHANGED);
    expect(ofFunction).toContain(`\nviews: ${CHANGED}\n`);
  });
});
