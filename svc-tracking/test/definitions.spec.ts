import { CHARTS, type ChartName, type Columns } from '@course/contracts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { aPool } from './support/pool.ts';

/** Views of schema analytics whose columns have the same measures by day. */
const VIEWS: Partial<Record<ChartName, string>> = {
  'page-timing': 'page_timing_daily',
  funnel: 'funnel_daily',
  answers: 'answers_daily',
  conversion: 'conversion_daily',
};
/** The others are explained with the function that the chart asks, where that has another name. */
const FUNCTIONS: Partial<Record<ChartName, string>> = {
  'views-over-time': 'views_by_time',
  'page-timing-over-time': 'page_timing_by_time',
};

const OF_VIEW = `select attname as name, col_description(attrelid, attnum) as meaning from pg_attribute where attrelid = ('analytics.' || $1)::regclass and attnum > 0`;
/** `views: page views entered in it;` among the words on a function, which may explain several columns together: those are not found. */
const OF_FUNCTION = `
  select said[1] as name, said[2] as meaning
  from pg_proc cross join regexp_matches(obj_description(oid, 'pg_proc'), '(?:; |\\. )([a-z0-9_]+): ([^;]+)', 'g') as said
  where pronamespace = 'analytics'::regnamespace and proname = $1`;

let analyst: pg.Pool;
beforeAll(() => {
  analyst = aPool(inject('stores').analystUrl);
});
afterAll(() => analyst.end());

const isMeasure = (kind: string): boolean => ['count', 'seconds', 'share', 'cents'].includes(kind);

/** The database's words as the page would say them: labels for names, percent for 0 to 1, unknown for NULL, any time for a day. */
const onPage = (meaning: string, columns: Columns): string =>
  Object.entries(columns)
    .reduce((text, [name, { label }]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), label), meaning)
    .replace(' (0 to 1)', '')
    .replace('NULL', 'unknown')
    .replace(', in cents', '')
    .replace('on the day', 'in this time')
    .replace(/\.$/, '')
    .toLowerCase();

const saidOf = async (chart: ChartName, columns: Columns): Promise<ReadonlyMap<string, string>> => {
  const view = VIEWS[chart];
  const { rows } = await analyst.query<{ name: string; meaning: string }>(view ? OF_VIEW : OF_FUNCTION, [
    view ?? FUNCTIONS[chart] ?? chart.replaceAll('-', '_'),
  ]);
  return new Map(rows.map(({ name, meaning }) => [name, onPage(meaning, columns)]));
};

const CHARTS_WITH_MEASURES = (Object.entries(CHARTS) as [ChartName, Columns][]).filter(([, columns]) =>
  Object.values(columns).some(({ kind }) => isMeasure(kind)),
);

it.each(CHARTS_WITH_MEASURES)(
  'measures of %s mean on the page what they mean in the database, word by word',
  async (chart, columns) => {
    const said = await saidOf(chart, columns);
    const measures = Object.entries(columns).filter(
      ([name, { kind }]) => isMeasure(kind) && (VIEWS[chart] || said.has(name)),
    );
    expect(measures.length).toBeGreaterThan(0);
    for (const [name, { meaning }] of measures)
      expect(meaning.toLowerCase().slice(0, said.get(name)?.length ?? -1), name).toBe(said.get(name));
  },
);
