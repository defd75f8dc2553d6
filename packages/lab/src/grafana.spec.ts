import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '@course/federation/paths';
import { withClient } from '@course/ops/postgres/client';
import { throughCopy } from './seed/postgres-copy.ts';
import { refreshAggregates } from './seed/database.ts';
import { visitors } from './seed/visitors.ts';
import { writeVisitors } from './seed/write.ts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';

const FOLDER = path.join(PROJECT_ROOT, 'packages/ops/docker/grafana');
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

const source = z.object({ uid: z.string() });
const dashboard = z
  .object({
    templating: z.object({
      list: z.array(
        z.object({ name: z.string(), query: z.string(), datasource: source, current: z.object({ value: z.string() }) }),
      ),
    }),
    panels: z.array(
      z.object({
        title: z.string(),
        description: z.string().min(20),
        datasource: source,
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        targets: z
          .array(z.object({ rawSql: z.string(), format: z.enum(['table', 'time_series']), datasource: source }))
          .min(1),
        fieldConfig: z.object({ overrides: z.array(z.object({ matcher: z.object({ options: z.string() }) })) }),
        options: z.object({ xField: z.string().optional() }),
      }),
    ),
  })
  .parse(JSON.parse(read('dashboards/funnel.json')));
const { panels, templating } = dashboard;

const { datasources } = z
  .object({
    datasources: z.array(
      z.object({
        uid: z.string(),
        user: z.string(),
        url: z.string(),
        jsonData: z.object({ database: z.string() }),
        secureJsonData: z.object({ password: z.string() }),
      }),
    ),
  })
  .parse(parse(read('provisioning/datasources/analytics.yaml')));

const HOUR_MS = 3_600_000;
const DAYS = 3;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const moment = (at: number): string => literal(new Date(at).toISOString());

/** Interpolates macros and the chosen values of variables as Grafana does. */
const interpolate = (sql: string, chosen: Readonly<Record<string, string>> = {}): string => {
  const values = {
    ...Object.fromEntries(templating.list.map(({ name, current }) => [name, current.value])),
    ...chosen,
  };
  return sql
    .replaceAll('$__timeFrom()', moment(Date.now() - DAYS * 24 * HOUR_MS))
    .replaceAll('$__timeTo()', moment(Date.now() + HOUR_MS))
    .replace(/\$\{(\w+):sqlstring\}/g, (whole, name: string) =>
      values[name] === undefined ? whole : literal(values[name]),
    );
};

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  const { signal } = new AbortController();
  await withClient(stores.databaseUrl, async (client) => {
    await writeVisitors({
      visitors: visitors({ visitors: 800, days: DAYS, until: Date.now(), seed: 1 }),
      write: throughCopy(client),
      onProgress: () => undefined,
      signal,
    });
    await refreshAggregates(client, signal);
  });
});
afterAll(() => stores.stop());

const queryAsAnalyst = (sql: string) =>
  withClient(stores.analystUrl, async (client) => await client.query<Record<string, unknown>>(sql));

describe.each(panels.map((panel) => [panel.title, panel] as const))(
  '%s',
  (_title, { targets, fieldConfig, options }) => {
    it.each(targets)('returns rows to analysts, with every field that the panel names', async ({ rawSql, format }) => {
      const { rows, fields } = await queryAsAnalyst(interpolate(rawSql));
      const names = fields.map(({ name }) => name);
      expect(rows.length).toBeGreaterThan(0);
      if (format === 'time_series') expect(rows.every(({ time }) => time instanceof Date)).toBe(true);
      expect(names).toEqual(expect.arrayContaining(fieldConfig.overrides.map(({ matcher }) => matcher.options)));
      if (options.xField) expect(names).toContain(options.xField);
    });

    it.each(targets)('accepts a chosen variant, and treats a hostile one as text', async ({ rawSql }) => {
      const [all, one, hostile] = [
        await queryAsAnalyst(interpolate(rawSql)),
        await queryAsAnalyst(interpolate(rawSql, { variant: 'entry=root' })),
        await queryAsAnalyst(interpolate(rawSql, { variant: "'; drop schema analytics; --" })),
      ];
      expect(one.fields.map(({ name }) => name)).toEqual(all.fields.map(({ name }) => name));
      if (rawSql.includes('variant')) expect(JSON.stringify(one.rows)).not.toBe(JSON.stringify(all.rows));
      expect(hostile.fields).toHaveLength(all.fields.length);
    });
  },
);

test('a variant that sold in two currencies counts its visitors once, and their amounts are not added up', async () => {
  const [{ rawSql } = { rawSql: '' }] = panels.find(({ title }) => title === 'In this range')?.targets ?? [];
  const totals = async () => (await queryAsAnalyst(interpolate(rawSql))).rows[0];
  const { visitors, buyers } = (await totals()) ?? {};
  await withClient(stores.databaseUrl, (client) =>
    client.query(
      `update rollups.sales set currency = 'eur' where order_id in (select order_id from rollups.sales limit 5)`,
    ),
  );
  expect(await totals()).toMatchObject({ visitors, buyers, gross: null, net: null, currency: 'eur, usd' });
});

test.each(templating.list.map(({ name, query, current }) => [name, query, current.value] as const))(
  'the variable %s has choices, including its default',
  async (_name, query, value) => {
    const { rows } = await queryAsAnalyst(interpolate(query));
    expect(rows.map((row) => row['__value'] ?? Object.values(row)[0])).toContain(value);
  },
);

test('every panel and variable uses the provisioned source, with the analysts’ role', () => {
  const used = [...panels, ...panels.flatMap(({ targets }) => targets), ...templating.list].map(
    ({ datasource }) => datasource.uid,
  );
  expect(datasources).toHaveLength(1);
  expect(datasources[0]).toMatchObject({
    user: 'analyst',
    url: 'postgres:5432',
    jsonData: { database: 'course' },
    secureJsonData: { password: '$ANALYST_DATABASE_PASSWORD' },
  });
  expect(new Set(used)).toEqual(new Set([datasources[0]?.uid]));
});

test('panels do not overlap', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});
