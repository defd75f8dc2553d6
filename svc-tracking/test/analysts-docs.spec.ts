import { workerStores } from '@course/test-kit/fresh-stores';
import type pg from 'pg';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPool } from './support/pool.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/analysts.md'), 'utf8');
const examples = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql.trim());

let analyst: pg.Pool;

beforeAll(() => {
  analyst = aPool(workerStores().analystUrl);
});
afterAll(() => analyst.end());

describe('docs/analysts.md', () => {
  it.each(examples)('has an example that runs: %s', async (sql) => {
    await expect(analyst.query(sql)).resolves.toHaveProperty('rows');
  });

  it('names every view and function of schema analytics, and no other', async () => {
    const { rows } = await analyst.query<{ name: string }>(`
      select 'analytics.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'analytics' and c.relkind = 'v'
      union select 'analytics.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'analytics' order by 1`);
    const named = new Set([...text.matchAll(/analytics\.[a-z_]+/g)].map(([name]) => name));
    expect([...named].sort()).toEqual(rows.map(({ name }) => name));
  });
});
