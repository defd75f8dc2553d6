import { randomUUID } from 'node:crypto';
import { declaredWithdrawal, objectionView } from '@course/contracts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../../test/browser.ts';
import { query, type Row } from '../../../test/database.ts';
import { anEvent, aSessionObject, deliver, typed } from '../../../test/events.ts';
import { hold } from '../../../test/hold.ts';
import { work } from '../../../test/reader.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { sessionOf, sharedShop, type Shop } from '../../../test/shop.ts';
import { findAll } from '../../health/find.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { forgetUnmatchedWithdrawals } from '../../retention/forget.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import { courseToken } from '../links/links.ts';
import { Composer } from '../sending/compose.ts';
import { loadDelivery } from '../sending/load-delivery.ts';
import { queueLessons } from '../sending/due-lessons.ts';
import { queueDueRefunds } from './due-refunds.ts';
import { matchWithdrawalTask } from './match-withdrawal.ts';
import { HOUR_MS } from '../../platform/clock.ts';

const DAY = 24;
const START = new Date();

let shop: Shop;
let now = START;
beforeAll(async () => {
  shop = await sharedShop(() => now);
});
afterEach(() => {
  now = START;
  shop.recorder.fault = undefined;
});

const advanceClock = (hours: number): void => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};
const dateIn = (hours: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(now.getTime() + hours * HOUR_MS),
  );
const prisma = () => shop.service.app.get(PrismaService, { strict: false });
const anAddress = (): string => `withdrawer-${randomUUID().slice(0, 8)}@example.com`;

interface Bought {
  readonly id: string;
  readonly number: string;
  readonly email: string;
}

/** Places an order in a new browser. */
async function buy(email = anAddress(), plan = '4week'): Promise<Bought> {
  const { browser, id } = await aVisitor(shop.service.url, email);
  const opened = await browser.post('/api/create-checkout-session', { plan });
  await shop.sandbox.pay(sessionOf(opened.body), { number: '4242424242424242' });
  const [order] = await query('select id, number from funnel.orders where session_id = $1', [id]);
  return { id: String(order?.['id']), number: String(order?.['number']), email };
}

/** Opens a checkout. `report` delivers the events of its payment; `id` is the session's. */
async function aDelayedPayment(email: string, fields: Row = {}) {
  const { browser, id } = await aVisitor(shop.service.url, email);
  const { body } = await browser.post('/api/create-checkout-session', { plan: '4week' });
  const [checkout] = await query('select id from funnel.checkouts where session_id = $1', [id]);
  const report = (type: string, payment_status: string) => {
    const subject = { id: String(checkout?.['id']), providerSessionId: sessionOf(body) };
    const event = anEvent(aSessionObject(subject, { payment_status, ...fields }), { type: `checkout.session.${type}` });
    return deliver(shop.service.url, event, { secret: shop.sandbox.webhookSecret });
  };
  return { id, report };
}

const declare = (reference: string, name = 'Ada Lovelace') =>
  new Browser(shop.service.url).post('/api/withdrawals', { name, reference });
const idsOf = (reference: string) =>
  query('select id from funnel.withdrawals where reference = $1', [reference]).then((rows) =>
    rows.map(({ id }) => String(id)),
  );

/** Sets the status of the receipts of the declarations with this reference. */
const setReceiptStatus = (reference: string, status: 'queued' | 'sent' | 'failed') =>
  query(
    `update funnel.deliveries set status = $2, sent_at = $3 where kind = 'withdrawal_receipt'
     and order_id in (select order_id from funnel.withdrawals where reference = $1)`,
    [reference, status, status === 'sent' ? now : null],
  );

/** Declares a withdrawal, lets the worker match it with its orders and marks the receipt as sent. */
async function withdraw(reference: string, name?: string): Promise<void> {
  expect((await declare(reference, name)).status).toBe(202);
  const ids = await idsOf(reference);
  await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
  await setReceiptStatus(reference, 'sent');
}

const dueTask = () => shop.service.app.get(TaskRegistry, { strict: false }).tasks.get('due-withdrawals')!;
const runDueWithdrawals = () => dueTask()({} as never, { attempt: 1, isLast: false });
const refund = (id: string) => work(shop.service, 'refund-order', ({ orderId }) => orderId === id);

const withdrawalsOf = (id: string) =>
  query('select status from funnel.withdrawals where order_id = $1 order by received_at', [id]).then((rows) =>
    rows.map(({ status }) => status),
  );
const courseOf = async (id: string) =>
  (await query('select status, stop_reason from funnel.courses where order_id = $1', [id]))[0];
const orderOf = async (id: string) =>
  (await query('select status, refunded_cents > 0 as refunded from funnel.orders where id = $1', [id]))[0];
const mailsOf = async (id: string, kind: string) =>
  query('select id from funnel.deliveries where order_id = $1 and kind = $2', [id, kind]);
const tokenOf = (orderId: string): string => courseToken([LINK_KEY], { orderId, purpose: 'objection', generation: 1 });

async function composeMail(id: string, kind: string) {
  const [row] = await mailsOf(id, kind);
  const delivery = await loadDelivery(prisma(), String(row?.['id']));
  return shop.service.app.get(Composer, { strict: false }).compose(delivery!);
}

const unsubscribe = (orderId: string) =>
  new Browser(shop.service.url).post(
    `/api/unsubscribe/${courseToken([LINK_KEY], { orderId, purpose: 'unsubscribe', generation: 1 })}`,
    {},
  );

/** Composes the receipt, as the worker does before sending it: that creates its link. */
const receiptOf = (id: string) => composeMail(id, 'withdrawal_receipt');

const RUNNING = { status: 'active', stop_reason: null };
const WITHDRAWN = { status: 'stopped', stop_reason: 'withdrawn' };

describe('the response to a declaration', () => {
  it('is the same for known, unknown and refunded orders and repeated declarations, and so is the work before it', async () => {
    const known = await buy();
    const refunded = await buy();
    await query(`update funnel.orders set status = 'refunded', refunded_cents = amount_cents where id = $1`, [
      refunded.id,
    ]);
    await withdraw(known.number);
    for (const reference of [known.number, known.email, refunded.number, 'K7XM-4PRH', anAddress(), 'nonsense']) {
      const { status, body } = await declare(reference);
      expect([status, declaredWithdrawal.parse(body)]).toEqual([
        202,
        { accepted: true, receivedAt: now.toISOString() },
      ]);
      expect(
        await query(`select order_id, status from funnel.withdrawals where reference = $1 and status = 'declared'`, [
          reference,
        ]),
      ).toEqual([{ order_id: null, status: 'declared' }]);
    }
  });

  it.each([
    ['no name', { reference: 'K7XM-4PRH' }],
    ['a blank name', { name: '  ', reference: 'K7XM-4PRH' }],
    ['a blank reference', { name: 'Ada', reference: ' ' }],
    ['a name of 101 letters', { name: 'a'.repeat(101), reference: 'K7XM-4PRH' }],
    ['an unknown field', { name: 'Ada', reference: 'K7XM-4PRH', amount: 1 }],
  ])('with %s says what is wrong', async (_what, body) => {
    expect((await new Browser(shop.service.url).post('/api/withdrawals', body)).body).toMatchObject({
      statusCode: 400,
      code: 'invalid_body',
    });
  });

  it('is refused to another site’s page', async () => {
    const answer = await new Browser(shop.service.url).post(
      '/api/withdrawals',
      { name: 'Ada', reference: 'K7XM-4PRH' },
      { origin: 'https://elsewhere.example' },
    );
    expect(answer.status).toBe(403);
  });

  it('puts neither name nor address into the log or the queue', async () => {
    const reference = anAddress();
    await declare(reference, 'Grace Hopper');
    const [id] = await idsOf(reference);
    expect(shop.service.log()).not.toMatch(new RegExp(`${reference}|Grace Hopper`));
    const jobs = await query(
      `select payload::text from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'match-withdrawal'))`,
    );
    expect(jobs.map(({ payload }) => JSON.parse(String(payload)) as unknown)).toContainEqual({ withdrawalId: id });
  });
});

describe('a withdrawal', () => {
  it.each([
    ['order number, as people type it', ({ number }: Bought) => ` ${number.toLowerCase().replace('-', ' ')} `],
    ['address, in any case', ({ email }: Bought) => email.toUpperCase()],
  ])('by %s stops the course at once and sends one receipt to the order’s own address', async (_how, referenceOf) => {
    const order = await buy();
    const reference = referenceOf(order);
    await withdraw(reference.trim());
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['received'], WITHDRAWN]);
    const receipt = await receiptOf(order.id);
    expect(receipt.to).toBe(order.email);
    for (const part of [
      `I, Ada Lovelace, hereby withdraw from my contract for Daybreak AI. Order number or email address: ${reference.trim()}.`,
      order.number,
      '$22.40',
      new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(now),
      `/withdrawal-objection#t=${tokenOf(order.id)}`,
    ])
      expect(receipt.text).toContain(part);
    const toOwner = await composeMail(order.id, 'owner_withdrawal');
    expect(toOwner.to).toBe('owner@daybreak-ai.example');
    expect(toOwner.html + toOwner.text).not.toMatch(/#t=|withdrawer-|Lovelace/);
    expect(await orderOf(order.id)).toEqual({ status: 'paid', refunded: false });
  });

  it.each(['funnel_email', 'form_email'])(
    'is matched by the address in %s, and its receipt goes to the order’s own',
    async (column) => {
      const order = await buy();
      const other = anAddress();
      await query(`update funnel.orders set ${column} = $2 where id = $1`, [order.id, other.toUpperCase()]);
      await withdraw(other);
      expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['received'], WITHDRAWN]);
      expect((await receiptOf(order.id)).to).toBe(order.email);
    },
  );

  it('by an address that another buyer has mistyped names neither’s order to the other', async () => {
    const [own, strange] = [await buy(), await buy()];
    await query('update funnel.orders set funnel_email = $2 where id = $1', [strange.id, own.email]);
    await withdraw(own.email);
    expect([await withdrawalsOf(own.id), await withdrawalsOf(strange.id)]).toEqual([['received'], ['received']]);
    expect((await receiptOf(own.id)).text).not.toContain(strange.number);
    expect((await receiptOf(strange.id)).text).not.toContain(own.number);
  });

  it('of another person’s order tells the stranger nothing and the reader everything', async () => {
    const order = await buy();
    await withdraw(order.number, 'A Stranger');
    expect((await receiptOf(order.id)).to).toBe(order.email);
    expect((await receiptOf(order.id)).text).toContain('A Stranger');
  });

  it('drops links that a stranger put into the name', async () => {
    const order = await buy();
    await withdraw(order.number, 'Visit https://evil.example/now or call 0800 123 4567');
    const { html, text } = await receiptOf(order.id);
    expect(html + text).not.toMatch(/evil\.example|0800/);
    expect(text).toContain('I, Visit https evil example now or call, hereby withdraw');
  });

  it('that is repeated, replayed or declared concurrently counts once, with one receipt', async () => {
    const order = await buy();
    await Promise.all(Array.from({ length: 5 }, (_, at) => declare(at % 2 ? order.number : order.email)));
    const ids = [...(await idsOf(order.number)), ...(await idsOf(order.email))];
    expect(ids).toHaveLength(5);
    const match = matchWithdrawalTask({ prisma: prisma(), clock: () => now });
    const run = (withdrawalId: string) => match({ withdrawalId }, { attempt: 1, isLast: false });
    await Promise.all([...ids, ...ids].map(run));
    for (const id of ids) await run(id);
    expect([
      await withdrawalsOf(order.id),
      (await mailsOf(order.id, 'withdrawal_receipt')).length,
      (await mailsOf(order.id, 'owner_withdrawal')).length,
    ]).toEqual([['received'], 1, 1]);
  });

  it('is written as a whole or not at all: after a crash the next attempt writes it', async () => {
    const order = await buy();
    await declare(order.number);
    const [withdrawalId = ''] = await idsOf(order.number);
    const match = matchWithdrawalTask({ prisma: prisma(), clock: () => now });
    await query(
      `create function funnel.crash_of_a_test() returns trigger language plpgsql as $$ begin if new.kind = 'owner_withdrawal' then raise 'crash'; end if; return new; end $$`,
    );
    await query(
      'create trigger crash_of_a_test before insert on funnel.deliveries for each row execute function funnel.crash_of_a_test()',
    );
    try {
      await expect(match({ withdrawalId }, { attempt: 1, isLast: false })).rejects.toThrow();
    } finally {
      await query('drop function funnel.crash_of_a_test() cascade');
    }
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([[], RUNNING]);
    expect(await mailsOf(order.id, 'withdrawal_receipt')).toEqual([]);
    await match({ withdrawalId }, { attempt: 2, isLast: false });
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['received'], WITHDRAWN]);
  });

  it('does not deadlock with a lesson that becomes due at the same moment', async () => {
    const order = await buy();
    await declare(order.number);
    const [withdrawalId = ''] = await idsOf(order.number);
    const match = matchWithdrawalTask({ prisma: prisma(), clock: () => now });
    let matched: Promise<void> | undefined;
    await prisma().$transaction(async (db) => {
      // Locks the course, as queueing due lessons does first.
      await db.$queryRaw`SELECT 1 AS one FROM funnel.courses WHERE order_id = ${order.id}::uuid FOR UPDATE`;
      const [{ pid } = {}] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      matched = match({ withdrawalId }, { attempt: 1, isLast: false });
      await expect
        .poll(() => query('select 1 from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))', [pid]))
        .toHaveLength(1);
      await queueLessons(db, [{ orderId: order.id, place: 1, dueAt: now, nextDueAt: now }], { now, priority: 'due' });
    });
    await matched;
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['received'], WITHDRAWN]);
    expect(
      await query(`select status from funnel.deliveries where order_id = $1 and kind = 'lesson'`, [order.id]),
    ).toEqual([{ status: 'cancelled' }]);
  });

  it('locks the courses that it covers in the order in which a bounce does', async () => {
    const email = anAddress();
    const [lower, higher] = [await buy(email), await buy(email)].sort((a, b) => (a.id < b.id ? -1 : 1));
    await query(`update funnel.orders set paid_at = paid_at - interval '1 hour' where id = $1`, [lower!.id]);
    await declare(email);
    const [withdrawalId = ''] = await idsOf(email);
    const course = await hold('select 1 from funnel.courses where order_id = $1 for update', [lower!.id]);
    const matched = matchWithdrawalTask({ prisma: prisma(), clock: () => now })(
      { withdrawalId },
      { attempt: 1, isLast: false },
    );
    await expect.poll(() => course.waiting()).toBe(1);
    await query('select 1 from funnel.courses where order_id = $1 for update nowait', [higher!.id]);
    await course.letGo();
    await matched;
    expect([await courseOf(lower!.id), await courseOf(higher!.id)]).toEqual([WITHDRAWN, WITHDRAWN]);
  });

  it('keeps a reader who had unsubscribed before from resuming', async () => {
    const order = await buy();
    const token = courseToken([LINK_KEY], { orderId: order.id, purpose: 'unsubscribe', generation: 1 });
    await new Browser(shop.service.url).post(`/api/unsubscribe/${token}`, {});
    await withdraw(order.number);
    expect((await new Browser(shop.service.url).post(`/api/unsubscribe/${token}/resume`, {})).body).toMatchObject({
      code: 'resume_ended',
    });
    expect(await courseOf(order.id)).toEqual({ status: 'stopped', stop_reason: 'unsubscribed' });
  });

  it('is matched again if its job was given up', async () => {
    const order = await buy();
    await declare(order.number);
    await query(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'match-withdrawal'))`,
    );
    advanceClock(1);
    await runDueWithdrawals();
    const ids = await idsOf(order.number);
    const isMine = ({ withdrawalId }: Readonly<Record<string, unknown>>) => ids.includes(String(withdrawalId));
    expect(await work(shop.service, 'match-withdrawal', isMine)).toBe(1);
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
  });

  it('declared during a delayed payment is matched again once the money arrives', async () => {
    const email = anAddress();
    const declareAgain = async () => {
      await declare(email);
      const ids = await idsOf(email);
      await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
    };
    await declareAgain();
    advanceClock(1);
    const { id, report } = await aDelayedPayment(email);
    await report('completed', 'unpaid');
    advanceClock(1);
    await declareAgain();
    const statuses = () =>
      query('select status from funnel.withdrawals where reference = $1 order by received_at', [email]);
    expect(await statuses()).toEqual([{ status: 'unmatched' }, { status: 'unmatched' }]);
    advanceClock(3 * DAY);
    await report('async_payment_succeeded', 'paid');
    expect(await statuses()).toEqual([{ status: 'unmatched' }, { status: 'declared' }]);
    const ids = await idsOf(email);
    await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
    const [order] = await query('select id from funnel.orders where session_id = $1', [id]);
    expect([await statuses(), await courseOf(String(order?.['id']))]).toEqual([
      [{ status: 'unmatched' }, { status: 'received' }],
      WITHDRAWN,
    ]);
    expect(await mailsOf(String(order?.['id']), 'withdrawal_receipt')).toHaveLength(1);
    // The periods count from the payment: those from the declaration have passed.
    expect((await receiptOf(String(order?.['id']))).text).toContain(`Until ${dateIn(DAY)}`);
  });

  it('declared during a delayed payment is matched again by the address of the funnel, too', async () => {
    const [email, atForm] = [anAddress(), anAddress()];
    const { id, report } = await aDelayedPayment(email, typed(atForm));
    await report('completed', 'unpaid');
    advanceClock(1);
    await withdraw(email);
    advanceClock(3 * DAY);
    await report('async_payment_succeeded', 'paid');
    const ids = await idsOf(email);
    await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
    const [order] = await query('select id, email from funnel.orders where session_id = $1', [id]);
    expect([order?.['email'], await withdrawalsOf(String(order?.['id']))]).toEqual([atForm, ['received']]);
  });

  it.each([
    ['too late for', 30, [], 'late'],
    ['in time for', 1, ['received'], 'received'],
  ])('that came %s an earlier order also covers one with a delayed payment', async (_how, days, ofEarlier, at) => {
    const earlier = await buy();
    advanceClock(days * DAY);
    const { id, report } = await aDelayedPayment(earlier.email);
    await report('completed', 'unpaid');
    advanceClock(1);
    await withdraw(earlier.email);
    expect(await withdrawalsOf(earlier.id)).toEqual([at]);
    advanceClock(3 * DAY);
    await report('async_payment_succeeded', 'paid');
    const ids = await idsOf(earlier.email);
    await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
    const [order] = await query('select id from funnel.orders where session_id = $1', [id]);
    expect([await withdrawalsOf(earlier.id), await withdrawalsOf(String(order?.['id']))]).toEqual([
      ofEarlier,
      ['received'],
    ]);
  });

  it('declared while a card form was open does not undo an immediate payment', async () => {
    const earlier = await buy();
    advanceClock(1);
    const { id, report } = await aDelayedPayment(earlier.email);
    advanceClock(1);
    await withdraw(earlier.email);
    await report('completed', 'paid');
    const [order] = await query('select id from funnel.orders where session_id = $1', [id]);
    const ids = await idsOf(earlier.email);
    await work(shop.service, 'match-withdrawal', ({ withdrawalId }) => ids.includes(String(withdrawalId)));
    expect([await withdrawalsOf(earlier.id), await withdrawalsOf(String(order?.['id']))]).toEqual([['received'], []]);
  });

  it('by an address covers each of its orders within the legal time, and names the others in each receipt', async () => {
    const email = anAddress();
    const early = await buy(email);
    advanceClock(20 * DAY);
    const [first, second] = [await buy(email), await buy(email, '1week')];
    await withdraw(email);
    expect([await withdrawalsOf(early.id), await courseOf(early.id)]).toEqual([[], RUNNING]);
    expect([await withdrawalsOf(first.id), await withdrawalsOf(second.id)]).toEqual([['received'], ['received']]);
    expect((await receiptOf(first.id)).text).toContain(`also covers your order ${second.number}`);
    expect((await receiptOf(second.id)).text).toContain(`also covers your order ${first.number}`);
  });

  it('is in time until the end of the 14th day in the buyer’s time zone, plus some days of tolerance', async () => {
    const order = await buy();
    advanceClock(17 * DAY - 1);
    await withdraw(order.number);
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
  });

  it('after the legal time changes nothing, gets a receipt that says so, and waits for the owner', async () => {
    const order = await buy();
    advanceClock(19 * DAY);
    await withdraw(order.number);
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['late'], RUNNING]);
    const receipt = await receiptOf(order.id);
    expect(receipt.text).toContain('14 days in which the law lets you withdraw ended on');
    expect(receipt.text).not.toContain('This was not me');
    expect((await composeMail(order.id, 'owner_withdrawal')).text).toContain(`decline ${order.number}`);
    advanceClock(3 * DAY);
    await runDueWithdrawals();
    expect(await refund(order.id)).toBe(0);
  });

  it('that names no order is kept for the owner, mailed to no one, and deleted later', async () => {
    const reference = anAddress();
    await withdraw(reference);
    expect(await query('select status, order_id from funnel.withdrawals where reference = $1', [reference])).toEqual([
      { status: 'unmatched', order_id: null },
    ]);
    advanceClock(179 * DAY);
    await forgetUnmatchedWithdrawals(prisma(), 180, now);
    expect(await idsOf(reference)).toHaveLength(1);
    advanceClock(2 * DAY);
    await forgetUnmatchedWithdrawals(prisma(), 180, now);
    expect(await idsOf(reference)).toEqual([]);
  });
});

describe('the refund of a withdrawal', () => {
  it('begins 24 hours after the receipt and not before, and ends the course for good', async () => {
    const order = await buy();
    await withdraw(order.number);
    advanceClock(DAY - 1 / 60);
    await runDueWithdrawals();
    expect([await withdrawalsOf(order.id), await refund(order.id)]).toEqual([['received'], 0]);
    advanceClock(1 / 60);
    await runDueWithdrawals();
    expect([await withdrawalsOf(order.id), await refund(order.id)]).toEqual([['refunding'], 1]);
    expect([await orderOf(order.id), await courseOf(order.id)]).toEqual([
      { status: 'refunded', refunded: true },
      { status: 'stopped', stop_reason: 'refunded' },
    ]);
    expect(await mailsOf(order.id, 'withdrawal')).toHaveLength(1);
    // As in a receipt that is sent again later.
    const { text } = await receiptOf(order.id);
    expect(text).toContain(`On ${dateIn(0)}`);
    expect(text).toContain('we started to pay $22.40');
    expect(text).not.toContain('takes the withdrawal back');
  });

  it('is named in a receipt that is sent late, by the day on which it began', async () => {
    const order = await buy();
    await withdraw(order.number);
    advanceClock(DAY);
    await runDueWithdrawals();
    const began = dateIn(0);
    // Queued again every day while the provider refuses it.
    advanceClock(2 * DAY);
    await runDueWithdrawals();
    const { text } = await receiptOf(order.id);
    expect(text).toContain(`On ${began}`);
    expect(text).not.toContain('/withdrawal-objection');
  });

  it('is named in the receipt by the day on which the owner made it, if that was before it began by itself', async () => {
    const order = await buy();
    await withdraw(order.number);
    await query(
      `update funnel.orders set status = 'refunded', refunded_cents = amount_cents, refunded_at = $2 where id = $1`,
      [order.id, now],
    );
    const { text } = await receiptOf(order.id);
    expect(text).toContain(`On ${dateIn(0)}`);
    expect(text).toContain('we started to pay $22.40');
  });

  it('is made once, even by concurrent processes', async () => {
    const order = await buy();
    await withdraw(order.number);
    advanceClock(DAY);
    await Promise.all(Array.from({ length: 4 }, () => queueDueRefunds(prisma(), now)));
    const refunds = () =>
      shop.recorder.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length;
    const before = refunds();
    const [first, second] = await Promise.all([refund(order.id), refund(order.id)]);
    expect(Math.max(first, second)).toBe(1);
    await runDueWithdrawals();
    expect(await refund(order.id)).toBe(0);
    expect(refunds() - before).toBeLessThanOrEqual(2);
    expect(await query('select refunded_cents from funnel.orders where id = $1', [order.id])).toEqual([
      { refunded_cents: 2240 },
    ]);
    expect(await mailsOf(order.id, 'withdrawal')).toHaveLength(1);
  });

  it('is made at the next attempt after the provider failed, even if it replays its first response', async () => {
    const order = await buy();
    await withdraw(order.number);
    advanceClock(DAY);
    await runDueWithdrawals();
    // Like Stripe, repeats the first response to a key for each later call with that key.
    const failedKeys = new Set<string | undefined>();
    let isAway = true;
    shop.recorder.fault = ({ path, idempotencyKey }) => {
      if (path !== '/v1/refunds') return undefined;
      if (isAway) failedKeys.add(idempotencyKey);
      return failedKeys.has(idempotencyKey) ? { status: 500, error: { type: 'api_error', message: 'no' } } : undefined;
    };
    await expect(refund(order.id)).rejects.toThrow();
    isAway = false;
    expect([await refund(order.id), await orderOf(order.id)]).toEqual([1, { status: 'refunded', refunded: true }]);
  });

  it('is tried again each day while the provider is down, and reported to the owner after ten', async () => {
    const order = await buy();
    await withdraw(order.number);
    // A finding names only the first few orders.
    await query(`update funnel.withdrawals set status = 'settled' where order_id <> $1`, [order.id]);
    advanceClock(DAY);
    await runDueWithdrawals();
    shop.recorder.fault = ({ path }) =>
      path === '/v1/refunds' ? { status: 500, error: { type: 'api_error', message: 'no' } } : undefined;
    await expect(refund(order.id)).rejects.toThrow();
    // The job was given up.
    await query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key = $1))`, [
      `refund-order:${order.id}`,
    ]);
    const isReported = async () =>
      (await findAll(prisma(), { get: () => ({}) as never }, now)).some(
        ({ kind, examples }) => kind === 'overdue_withdrawals' && examples.includes(order.number),
      );
    advanceClock(8 * DAY);
    expect(await isReported()).toBe(false);
    advanceClock(1.1 * DAY);
    expect(await isReported()).toBe(true);
    for (const [status, isOwed] of [
      ['under_review', true],
      ['appeal_under_review', false],
    ]) {
      await query('update funnel.orders set dispute_status = $2 where id = $1', [order.id, status]);
      expect(await isReported()).toBe(isOwed);
    }
    await query('update funnel.orders set dispute_status = null where id = $1', [order.id]);
    shop.recorder.fault = undefined;
    await runDueWithdrawals();
    expect(await refund(order.id)).toBe(1);
    expect([await orderOf(order.id), await isReported()]).toEqual([{ status: 'refunded', refunded: true }, false]);
  });

  it('waits for a receipt that is still queued, and a day after one that was sent late', async () => {
    const order = await buy();
    await withdraw(order.number);
    await setReceiptStatus(order.number, 'queued');
    advanceClock(30);
    await runDueWithdrawals();
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
    expect((await receiptOf(order.id)).text).toContain(`Until ${dateIn(DAY)}`);
    advanceClock(10);
    await setReceiptStatus(order.number, 'sent');
    advanceClock(DAY - 1);
    await runDueWithdrawals();
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
    advanceClock(1);
    await runDueWithdrawals();
    expect(await withdrawalsOf(order.id)).toEqual(['refunding']);
    const began = dateIn(0);
    advanceClock(DAY);
    await runDueWithdrawals();
    expect((await receiptOf(order.id)).text).toContain(`On ${began}`);
  });

  it('begins after ten days whatever the status of the receipt, and a failed receipt is reported to the owner', async () => {
    const order = await buy();
    await withdraw(order.number);
    await setReceiptStatus(order.number, 'failed');
    const findings = await findAll(prisma(), { get: () => ({}) as never }, now);
    expect(findings.map(({ kind }) => kind)).toContain('failed_mails');
    await setReceiptStatus(order.number, 'queued');
    for (let day = 0; day < 10; day += 1) {
      await runDueWithdrawals();
      expect(await withdrawalsOf(order.id)).toEqual(['received']);
      advanceClock(DAY);
    }
    await runDueWithdrawals();
    expect(await withdrawalsOf(order.id)).toEqual(['refunding']);
  });

  it('waits while the payment is disputed', async () => {
    const order = await buy();
    await withdraw(order.number);
    await query(`update funnel.orders set status = 'disputed', disputed_at = now() where id = $1`, [order.id]);
    advanceClock(2 * DAY);
    await runDueWithdrawals();
    expect([await withdrawalsOf(order.id), await refund(order.id)]).toEqual([['received'], 0]);
  });

  it('is promised for no day while the payment is disputed, neither by the receipt nor to the owner', async () => {
    const order = await buy();
    await withdraw(order.number);
    await query(`update funnel.orders set status = 'disputed', disputed_at = now() where id = $1`, [order.id]);
    const { text } = await receiptOf(order.id);
    expect(text).toContain('Your bank is deciding about this payment. If it stays with us, we refund $22.40');
    expect(text).toContain('/withdrawal-objection');
    expect(text).not.toContain(`On ${dateIn(DAY)}`);
    const toOwner = await composeMail(order.id, 'owner_withdrawal');
    expect(toOwner.text).toContain('begins by itself once the bank has decided that the payment stays with you');
  });
});

describe('an objection', () => {
  const view = (token: string) => new Browser(shop.service.url).post('/api/withdrawals/objection', { token });
  const object = (token: string) => new Browser(shop.service.url).post('/api/withdrawals/object', { token });

  async function aWithdrawnOrder(): Promise<Bought> {
    const order = await buy();
    await withdraw(order.number, 'A Stranger');
    await receiptOf(order.id);
    return order;
  }

  it('changes nothing when it is only viewed, or by GET', async () => {
    const order = await aWithdrawnOrder();
    const { body } = await view(tokenOf(order.id));
    expect(objectionView.parse(body)).toMatchObject({
      status: 'possible',
      orderNumber: order.number,
      receivedAt: now.toISOString(),
      until: new Date(now.getTime() + DAY * HOUR_MS).toISOString(),
    });
    for (const path of ['/api/withdrawals/objection', '/api/withdrawals/object', '/api/withdrawals'])
      expect((await new Browser(shop.service.url).get(path)).status).toBe(404);
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
  });

  it('resumes the course and prevents the refund, once however often it is made', async () => {
    const order = await aWithdrawnOrder();
    const answers = await Promise.all(Array.from({ length: 4 }, () => object(tokenOf(order.id))));
    expect(answers.map(({ body }) => (body as { status: string }).status)).toEqual(Array(4).fill('objected'));
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['objected'], RUNNING]);
    advanceClock(2 * DAY);
    await runDueWithdrawals();
    expect([await refund(order.id), (await orderOf(order.id))?.['status']]).toEqual([0, 'paid']);
    const { text } = await receiptOf(order.id);
    expect(text).toContain('has been taken back since');
    expect(text).not.toContain('Your lessons have stopped');
  });

  it('leaves the buyer free to withdraw later', async () => {
    const order = await aWithdrawnOrder();
    await object(tokenOf(order.id));
    advanceClock(1);
    await withdraw(order.number);
    expect([await withdrawalsOf(order.id), await courseOf(order.id)]).toEqual([['objected', 'received'], WITHDRAWN]);
    expect(await mailsOf(order.id, 'withdrawal_receipt')).toHaveLength(2);
  });

  it('does not resume lessons that the reader had stopped before', async () => {
    const order = await buy();
    await unsubscribe(order.id);
    await withdraw(order.number);
    await receiptOf(order.id);
    await object(tokenOf(order.id));
    expect(await courseOf(order.id)).toEqual({ status: 'stopped', stop_reason: 'unsubscribed' });
  });

  it('is needed before the reader can resume lessons that they had stopped', async () => {
    const order = await buy();
    const pageOf = async () => {
      const browser = new Browser(shop.service.url);
      const token = courseToken([LINK_KEY], { orderId: order.id, purpose: 'read', generation: 1 });
      await browser.post('/api/course/session', { token });
      return (await browser.get('/api/course')).body;
    };
    const resumable = { resumeUntil: expect.any(String) };
    expect((await unsubscribe(order.id)).body).toMatchObject(resumable);
    expect(await pageOf()).toMatchObject(resumable);
    await withdraw(order.number);
    await receiptOf(order.id);
    expect((await unsubscribe(order.id)).body).toMatchObject({ resumeUntil: null });
    expect(await pageOf()).toMatchObject({ stopReason: 'unsubscribed', resumeUntil: null });
    await object(tokenOf(order.id));
    expect(await pageOf()).toMatchObject(resumable);
  });

  it('does not resume lessons that the reader has stopped since', async () => {
    const order = await aWithdrawnOrder();
    expect((await unsubscribe(order.id)).body).toMatchObject({ status: 'unsubscribed', resumeUntil: null });
    await object(tokenOf(order.id));
    expect(await courseOf(order.id)).toEqual({ status: 'stopped', stop_reason: 'unsubscribed' });
  });

  it('sends the last lesson of a finished course, which the withdrawal held back', async () => {
    const order = await buy(anAddress(), '1week');
    const last = { orderId: order.id, place: 7, dueAt: now, nextDueAt: null };
    await prisma().$transaction((db) => queueLessons(db, [last], { now, priority: 'due' }));
    const lesson = () => query(`select status from funnel.deliveries where order_id = $1 and place = 7`, [order.id]);
    await withdraw(order.number);
    await receiptOf(order.id);
    expect([await courseOf(order.id), await lesson()]).toEqual([WITHDRAWN, [{ status: 'cancelled' }]]);
    await object(tokenOf(order.id));
    expect([await courseOf(order.id), await lesson()]).toEqual([
      { status: 'finished', stop_reason: null },
      [{ status: 'queued' }],
    ]);
  });

  it('comes too late once the refund has begun', async () => {
    const order = await aWithdrawnOrder();
    // The job was late: the refund began with it.
    advanceClock(DAY + 5);
    await runDueWithdrawals();
    expect((await object(tokenOf(order.id))).body).toMatchObject({ status: 'refunding', until: now.toISOString() });
    await refund(order.id);
    expect((await object(tokenOf(order.id))).body).toMatchObject({ status: 'refunded' });
  });

  it('changes nothing if the order was refunded in the meantime', async () => {
    const order = await aWithdrawnOrder();
    await query(`update funnel.orders set status = 'refunded', refunded_cents = amount_cents where id = $1`, [
      order.id,
    ]);
    expect((await object(tokenOf(order.id))).body).toMatchObject({ status: 'refunded' });
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
  });

  it('works only with its own link', async () => {
    const order = await aWithdrawnOrder();
    for (const purpose of ['read', 'refund', 'unsubscribe'] as const)
      expect((await object(courseToken([LINK_KEY], { orderId: order.id, purpose, generation: 1 }))).body).toMatchObject(
        {
          statusCode: 404,
          code: 'link_unknown',
        },
      );
    expect((await object('short')).status).toBe(400);
    expect(await withdrawalsOf(order.id)).toEqual(['received']);
  });
});
