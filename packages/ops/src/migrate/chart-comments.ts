import { CHART_SOURCES, CHARTS, type Column, type Columns, type ColumnKind } from '@course/contracts';
import type pg from 'pg';

/** Added to a definition in SQL: how the column's values are written. */
const IN_SQL: Partial<Record<ColumnKind, string>> = {
  share: ' From 0 to 1; NULL when unknown.',
  seconds: ' NULL when unknown.',
  score: ' NULL when unknown.',
  cents: ' In cents.',
};

const commentOn = ({ kind, meaning }: Column): string => meaning + (IN_SQL[kind] ?? '');

interface Comment {
  /** `analytics.name` of a function, or `analytics.view.column`. */
  readonly name: string;
  readonly text: string;
}

const charts = Object.entries(CHARTS) as [keyof typeof CHARTS, Columns][];

const functionComments = (): readonly Comment[] =>
  charts.map(([chart, columns]) => ({
    name: `analytics.${CHART_SOURCES[chart].fn}`,
    text: [
      CHART_SOURCES[chart].about,
      ...Object.entries(columns).map(([name, column]) => `${name}: ${commentOn(column)}`),
    ].join('\n'),
  }));

const viewComments = (): readonly Comment[] =>
  charts.flatMap(([chart, columns]) => {
    const { view } = CHART_SOURCES[chart];
    return view === undefined
      ? []
      : Object.entries(columns).map(([name, column]) => ({
          name: `analytics.${view}.${name}`,
          text: commentOn(column),
        }));
  });

/** The functions and view columns of the schema analytics with their comments; null for none. */
const CURRENT = `
  select 'function' as what, 'analytics.' || proname as name, obj_description(oid, 'pg_proc') as text
  from pg_proc where pronamespace = 'analytics'::regnamespace
  union all
  select 'column', 'analytics.' || c.relname || '.' || a.attname, col_description(c.oid, a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'analytics'::regnamespace and c.relkind = 'v'`;

/**
 * Comments the charts' functions, and their columns in the views by day, with the definitions of the insights page.
 * Writes only comments that differ. A view may lack a chart's column or have it under another name.
 */
export const applyChartComments = async (client: pg.Client | pg.PoolClient): Promise<void> => {
  const wanted = new Map([...functionComments(), ...viewComments()].map(({ name, text }) => [name, text]));
  const { rows } = await client.query<{ what: string; name: string; text: string | null }>(CURRENT);
  for (const { what, name, text } of rows) {
    const comment = wanted.get(name);
    if (comment !== undefined && comment !== text)
      await client.query(`comment on ${what} ${name} is ${client.escapeLiteral(comment)}`);
  }
};
