import { workerStores } from '@course/test-kit/fresh-stores';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { orderNumber } from '@course/contracts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aSessionId } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { anOpenCheckout, aSessionObject } from '../../test/events.ts';
import { testEnv } from '../../test/service.ts';
import { aPrisma } from '../../test/courses.ts';
import { checkoutUpdateOf } from '../payments/checkout-update.ts';
import { CourseOrderListener } from '../course/course-order-listener.ts';
import { parseEnv } from '../platform/env.ts';
import type { PrismaService } from '../platform/prisma.ts';
import { createLogger } from '@course/service-kit';
import { grantOrder } from './grant-order.ts';

let prisma: PrismaService;
beforeAll(() => {
  prisma = aPrisma();
});
afterAll(() => prisma.$disconnect());

const CONTEXT = {
  now: new Date('2026-05-04T12:00:00Z'),
  listener: new CourseOrderListener(parseEnv(testEnv()), createLogger('svc-funnel', 'silent')),
};

/** Grants the order of a new checkout twice, with these random numbers. Returns the order's number. */
async function grant(randomInt: (below: number) => number) {
  const sessionId = aSessionId();
  await query('insert into funnel.sessions (id, email) values ($1, $2)', [
    sessionId,
    `${crypto.randomUUID()}@example.com`,
  ]);
  const opened = await anOpenCheckout(sessionId);
  const checkout = await prisma.checkout.findUniqueOrThrow({ where: { id: opened.id } });
  const grantOnce = () =>
    prisma.$transaction((db) =>
      grantOrder(db, checkout, checkoutUpdateOf(aSessionObject(opened) as never), { ...CONTEXT, randomInt }),
    );
  expect([await grantOnce(), await grantOnce()]).toEqual([true, true]);
  return (await query('select number from funnel.orders where checkout_id = $1', [opened.id])).map(({ number }) =>
    String(number),
  );
}

it('gives each order a unique number, even if the same one is drawn again', async () => {
  const drawn = [...Array<number>(8).fill(3), ...Array<number>(8).fill(3), ...Array<number>(8).fill(4)];
  const randomInt = () => drawn.shift() ?? 9;
  expect(await grant(randomInt)).toEqual(['5555-5555']);
  expect(await grant(randomInt)).toEqual(['6666-6666']);
});

it('rejects, and writes nothing, when no number is free', async () => {
  await grant(() => 12);
  await expect(grant(() => 12)).rejects.toThrow('no order number is free');
});

it('gives numbers to earlier orders by the migration, which keeps everything else', async () => {
  for (const digit of [7, 8]) await grant(() => digit);
  const folder = path.resolve(
    import.meta.dirname,
    '../../prisma/migrations/20261122020000_order_numbers/migration.sql',
  );
  const client = new pg.Client({ connectionString: workerStores().databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      'alter table funnel.orders drop column number, drop column funnel_email, drop column form_email; drop function funnel.new_order_number()',
    );
    const before = (await client.query('select * from funnel.orders order by id')).rows as object[];
    await client.query(readFileSync(folder, 'utf8'));
    const after = (await client.query('select * from funnel.orders order by id')).rows as { number: string }[];
    expect(after).toMatchObject(before);
    expect(after.length).toBeGreaterThan(1);
    expect(after.filter(({ number }) => !orderNumber.safeParse(number).success)).toEqual([]);
    expect(new Set(after.map(({ number }) => number)).size).toBe(after.length);
  } finally {
    await client.query('rollback');
    await client.end();
  }
});
