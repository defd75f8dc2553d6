import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../test/database.ts';
import { sharedService, type Service } from '../../test/service.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { PrismaService } from './prisma.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const models = Object.values(Prisma.ModelName);

interface Reader {
  findFirst(options: { select: Record<string, true> }): Promise<unknown>;
}

const fieldsOf = (model: string): string[] =>
  Object.values((Prisma as unknown as Record<string, Record<string, string>>)[`${model}ScalarFieldEnum`] ?? {});

describe('the migrated database', () => {
  it.each(models)('has every column of %s', async (model) => {
    const fields = fieldsOf(model);
    expect(fields.length).toBeGreaterThan(1);
    const client = service.app.get(PrismaService) as unknown as Record<string, Reader>;
    const name = model.charAt(0).toLowerCase() + model.slice(1);
    await expect(
      client[name]?.findFirst({ select: Object.fromEntries(fields.map((field) => [field, true as const])) }),
    ).resolves.not.toBeUndefined();
  });

  it('has no column that the client does not know', async () => {
    const columns = await query(
      "select count(*)::int as n from information_schema.columns where table_schema = 'funnel' and table_name <> '_prisma_migrations'",
    );
    expect(columns[0]?.['n']).toBe(models.flatMap(fieldsOf).length);
  });

  it('allows one open checkout per session, even for manual changes', async () => {
    const rows = await query("select indexdef from pg_indexes where indexname = 'checkouts_one_open_per_session'");
    expect(rows[0]?.['indexdef']).toMatch(/UNIQUE.*creating.*open/);
  });
});

describe("the service's role", () => {
  const asService = async (sql: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: workerStores().funnelDatabaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('reads its tables', async () => {
    await expect(asService('select count(*) from funnel.orders')).resolves.toHaveLength(1);
  });

  it.each([
    'create table funnel.more (id int)',
    'alter table funnel.orders add column x int',
    'drop table funnel.orders',
    'truncate funnel.orders',
    'select * from funnel._prisma_migrations',
    'create schema mine',
    'create table public.mine (id int)',
  ])('may not %s', async (sql) => {
    await expect(asService(sql)).rejects.toThrow(/permission denied|must be owner/);
  });
});
