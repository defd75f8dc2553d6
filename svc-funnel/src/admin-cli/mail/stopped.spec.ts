import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor } from '../../../test/browser.ts';
import { aBuyer, startOwnShop, type OwnShop } from '../../../test/own-shop.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { stopAddress } from '../../course/deliveries/stopped-addresses.ts';
import { applyMailEvent } from '../../course/mail-events/apply-mail-event.ts';
import { queueDueLessons } from '../../course/sending/due-lessons.ts';
import { findAll } from '../../health/find.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import { forgetMailEvents } from '../../retention/forget.ts';

let shop: OwnShop;
beforeAll(async () => {
  shop = await startOwnShop();
});
afterAll(() => shop.stop());

const complain = async ({ email, orderId }: { email: string; orderId: string }) => {
  const [row] = await shop.query('select message_id from funnel.deliveries where order_id = $1', [orderId]);
  const event = {
    id: crypto.randomUUID(),
    kind: 'complaint' as const,
    messageId: String(row?.['message_id']),
    address: email,
    status: null,
    at: new Date(),
  };
  const context = { now: shop.deps.clock(), linkKeys: [LINK_KEY] } as const;
  return shop.deps.prisma.$transaction((db) => applyMailEvent(db, event, context));
};
const lessons = { get: () => ({}) as never };

describe('stopped addresses', () => {
  it('are listed, reported and lifted, after which their course can be resumed', async () => {
    const buyer = await aBuyer(shop);
    expect(await complain(buyer)).toBe('stopped');
    expect((await shop.run('mail stopped')).out).toMatch(new RegExp(`${buyer.email} +complained`));
    const found = await findAll(shop.deps.prisma, lessons, shop.deps.clock());
    expect(found.find(({ kind }) => kind === 'complaints')).toMatchObject({ count: 1, examples: [buyer.orderNumber] });
    expect((await shop.run('status')).out).toContain('Readers who marked a mail as spam within a week');

    const resume = `course resume ${buyer.orderNumber} --yes`;
    expect(await shop.run(resume)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Run mail lift ${buyer.email} first`),
    });
    const lifted = await shop.run(`mail lift ${buyer.email.toUpperCase()}`);
    expect(lifted).toMatchObject({ code: 0, out: expect.stringContaining(`course resume ${buyer.orderNumber}`) });
    expect((await shop.run(resume)).code).toBe(0);
    expect((await shop.run(`mail lift ${buyer.email}`)).err).toContain('is not stopped');
  });

  it('are reported when they buy again, because the course cannot be delivered', async () => {
    const buyer = await aBuyer(shop);
    await complain(buyer);
    const again = await aBuyer(shop, { email: buyer.email });
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'complained', stopped_at = now(), next_due_at = null where order_id = $1`,
      [again.orderId],
    );
    const found = await findAll(shop.deps.prisma, lessons, shop.deps.clock());
    expect(found.find(({ kind }) => kind === 'unserved')).toMatchObject({ count: 1, examples: [again.orderNumber] });
    await shop.run(`refund ${again.orderNumber} --yes`);
  });

  it('are reported when they buy again, even if their data was erased in between', async () => {
    const buyer = await aBuyer(shop);
    await complain(buyer);
    expect((await shop.run(`erase ${buyer.email} --yes`)).code).toBe(0);
    const again = await aBuyer(shop, { email: buyer.email });
    const { prisma, clock } = shop.deps;
    await shop.query(`update funnel.courses set next_due_at = now() - interval '1 second' where order_id = $1`, [
      again.orderId,
    ]);
    await queueDueLessons(prisma, { now: clock(), sendHour: 7 });
    const [lesson] = await shop.query(`select id from funnel.deliveries where order_id = $1 and kind = 'lesson'`, [
      again.orderId,
    ]);
    const send = shop.service.app.get(TaskRegistry).tasks.get('send-lesson')!;
    await send({ deliveryId: String(lesson?.['id']) } as never, { attempt: 1, isLast: false });
    const found = await findAll(prisma, lessons, clock());
    expect(found.find(({ kind }) => kind === 'unserved')).toMatchObject({ count: 1, examples: [again.orderNumber] });
    await shop.run(`refund ${again.orderNumber} --yes`);
  });

  it('do not prevent a course from being resumed with a corrected address', async () => {
    const buyer = await aBuyer(shop);
    await complain(buyer);
    expect(await shop.run(`course resume ${buyer.orderNumber} --email right@example.com --yes`)).toMatchObject({
      code: 0,
    });
  });

  it('include those at which lesson 1 bounced before a purchase, which have no row', async () => {
    const { id } = await aVisitor(shop.service.url, 'lead@example.com');
    await shop.query(
      `insert into funnel.first_steps (id, session_id, email, consent_version, consented_at, ended_at, end_reason)
       values (gen_random_uuid(), $1, 'lead@example.com', 'words-1', now(), now(), 'bounced')`,
      [id],
    );
    expect((await shop.run('mail lift Lead@example.com')).out).toContain('gets mail again');
    expect(await shop.query('select end_reason from funnel.first_steps where session_id = $1', [id])).toEqual([
      { end_reason: 'withdrawn' },
    ]);
    expect((await shop.run('mail lift lead@example.com')).err).toContain('is not stopped');
  });

  it('are in an export, and stay stopped without their address after an erasure', async () => {
    const buyer = await aBuyer(shop);
    await complain(buyer);
    const held = JSON.parse((await shop.run(`export ${buyer.email}`)).out) as {
      stoppedAddresses: unknown[];
      orders: { deliveries: { events: unknown[] }[] }[];
    };
    expect(held.stoppedAddresses).toMatchObject([{ address: buyer.email, reason: 'complained' }]);
    expect(held.orders[0]?.deliveries.flatMap(({ events }) => events)).toMatchObject([{ kind: 'complaint' }]);
    expect((await shop.run(`erase ${buyer.email} --yes`)).code).toBe(0);
    expect((await shop.run('mail stopped')).out).toMatch(/\(erased\) +complained/);
    const everything = JSON.stringify(await shop.query('select * from funnel.stopped_addresses'));
    expect(everything).not.toContain(buyer.email);
    expect(
      await shop.query(
        'select 1 from funnel.mail_events join funnel.deliveries as d on d.id = delivery_id where order_id = $1',
        [buyer.orderId],
      ),
    ).toEqual([]);
    const again = await aBuyer(shop, { email: buyer.email });
    expect(await shop.run(`course resume ${again.orderNumber}`)).toMatchObject({ code: 1 });
    expect((await shop.run(`mail lift ${buyer.email}`)).code).toBe(0);
  });
});

it('mail events are deleted after 90 days, stopped addresses are not', async () => {
  const now = shop.deps.clock();
  await stopAddress(shop.deps.prisma, [LINK_KEY], {
    address: 'gone@example.com',
    reason: 'bounced',
    status: '5.1.1',
    now,
  });
  await shop.query(
    `insert into funnel.mail_events (id, kind, outcome, occurred_at, received_at) values ('old', 'hard', 'counted', now(), now() - interval '91 days'), ('new', 'hard', 'counted', now(), now() - interval '89 days')`,
  );
  await shop.query(`insert into funnel.mail_days (day, sent) values ('2025-01-01', 5)`);
  await forgetMailEvents(shop.deps.prisma, now);
  expect(await shop.query(`select id from funnel.mail_events where id in ('old', 'new')`)).toEqual([{ id: 'new' }]);
  expect(await shop.query('select 1 from funnel.mail_days')).toEqual([]);
  expect((await shop.run('mail stopped')).out).toContain('gone@example.com');
});
