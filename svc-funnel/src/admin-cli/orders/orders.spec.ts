import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { aBuyer, startOwnShop, type OwnShop } from '../../../test/own-shop.ts';
import { FOUR_WEEKS_CENTS, FOUR_WEEKS_TEXT } from '../../../test/prices.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { courseToken } from '../../course/links/links.ts';
import { queueDueRefunds } from '../../course/withdrawal/due-refunds.ts';
import { queueRefund } from '../../orders/refunds.service.ts';

let shop: OwnShop;
beforeAll(async () => {
  shop = await startOwnShop();
});
afterAll(() => shop.stop());

const orderOf = async (id: string) => (await shop.query('select * from funnel.orders where id = $1', [id]))[0];
const courseOf = async (id: string) => (await shop.query('select * from funnel.courses where order_id = $1', [id]))[0];
const mailsOf = async (id: string) =>
  (
    await shop.query(
      'select kind, place, status from funnel.deliveries where order_id = $1 order by created_at, kind',
      [id],
    )
  ).map(({ kind, place, status }) => [kind, place, status].filter((part) => part !== null).join(' '));
const jobsOf = (id: string) =>
  shop.query(
    `select key from graphile_worker.jobs where key in (select 'send:' || id from funnel.deliveries where order_id = $1)`,
    [id],
  );

/** Records a sent lesson, as the worker would. */
const sendLesson = (id: string, place: number, status = 'sent') =>
  shop.query(
    `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at, attempts, sent_at) values (gen_random_uuid(), $1, 'lesson', $2, gen_random_uuid()::text, $3, now(), 1, case when $3 = 'sent' then now() end)`,
    [id, place, status],
  );

describe('orders list', () => {
  it('shows the latest orders with money, state and course, and filters them', async () => {
    const [anna, ben] = [await aBuyer(shop), await aBuyer(shop, { plan: '12week' })];
    const all = await shop.run('orders list');
    expect(all.code).toBe(0);
    expect(all.out.split('\n')[1]).toMatch(
      new RegExp(`^${ben.orderNumber}  .*12week +44.80 USD +paid \\(test\\) +0/84 active +${ben.email}$`),
    );
    const hers = await shop.run(['orders', 'list', '--email', anna.email.toUpperCase()]);
    expect(hers.out).toContain(anna.orderNumber);
    expect(hers.out).not.toContain(ben.orderNumber);
    expect((await shop.run('orders list --status refunded')).err).toBe('0 orders\n');
    expect((await shop.run('orders list --limit 1')).err).toBe('1 order\n');
  });

  it.each(['--limit 0', '--limit x', '--status gone'])('refuses %s', async (option) => {
    expect((await shop.run(`orders list ${option}`)).code).toBe(2);
  });
});

describe('orders show', () => {
  it('shows everything about an order, by number in any form, id, beginning of the id, or address', async () => {
    const { orderId, orderNumber, email } = await aBuyer(shop);
    for (const name of [
      orderNumber,
      orderNumber.toLowerCase(),
      orderNumber.replace('-', ''),
      orderId,
      orderId.slice(0, 8),
      email,
    ]) {
      const { code, out } = await shop.run(`orders show ${name}`);
      expect(code).toBe(0);
      for (const part of [
        orderNumber,
        orderId,
        email,
        FOUR_WEEKS_TEXT,
        'pi_',
        'Annabella',
        'Europe/Berlin',
        'confirmation',
        'queued',
        'checkout.session.completed',
        '2026-11-01',
        'applied',
      ])
        expect(out).toContain(part);
    }
  });

  it("shows the reader's own schedule", async () => {
    const { orderId } = await aBuyer(shop);
    await shop.query(
      `update funnel.courses set send_hour = 20, weekdays_only = true, paused_until = '2030-01-05' where order_id = $1`,
      [orderId],
    );
    expect((await shop.run(`orders show ${orderId}`)).out).toContain(
      'time zone Europe/Berlin, at 20:00, Monday to Friday, pause until 2030-01-05',
    );
  });

  it.each(['nobody@example.com', 'K7XM-4PRH', '00000000', '00000000-0000-4000-8000-000000000000', "'; drop table"])(
    'says that there is no order %s',
    async (name) => {
      expect(await shop.run(['orders', 'show', name])).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is no order'),
      });
    },
  );
});

describe('refund', () => {
  it('refunds everything through Stripe, stops the course, mails the buyer once and settles the request', async () => {
    const { orderId, email } = await aBuyer(shop);
    await shop.query(
      `insert into funnel.refund_requests (id, order_id, status, requested_at) values (gen_random_uuid(), $1, 'open', now())`,
      [orderId],
    );
    const { code, out, err } = await shop.run(`refund ${orderId}`, 'y');
    expect([code, out]).toEqual([0, `Refunded: ${FOUR_WEEKS_TEXT}. The buyer's confirmation is on its way.\n`]);
    for (const part of [FOUR_WEEKS_TEXT, email, 'Stops the course', 'cannot be undone']) expect(err).toContain(part);
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded_cents: FOUR_WEEKS_CENTS });
    expect(await courseOf(orderId)).toMatchObject({ status: 'stopped', stop_reason: 'refunded' });
    expect(await shop.query('select status from funnel.refund_requests where order_id = $1', [orderId])).toEqual([
      { status: 'refunded' },
    ]);
    // The provider's own event arrives, too, and changes nothing.
    await expect
      .poll(() =>
        shop.query(
          `select outcome from funnel.payment_events where type = 'charge.refunded' and payment_id = (select provider_payment_id from funnel.orders where id = $1)`,
          [orderId],
        ),
      )
      .toHaveLength(1);
    expect((await mailsOf(orderId)).filter((mail) => mail.startsWith('withdrawal'))).toEqual(['withdrawal queued']);
    expect(await shop.run(`refund ${orderId} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('was refunded on'),
    });
  });

  it('can be made again after it failed', async () => {
    const { orderId } = await aBuyer(shop);
    const [{ session } = {}] = await shop.query(
      'select provider_session_id as session from funnel.checkouts where id = (select checkout_id from funnel.orders where id = $1)',
      [orderId],
    );
    await shop.run(`refund ${orderId} --yes`);
    await expect
      .poll(() =>
        shop.query(
          `select outcome from funnel.payment_events where type = 'charge.refunded' and payment_id = (select provider_payment_id from funnel.orders where id = $1)`,
          [orderId],
        ),
      )
      .toHaveLength(1);
    await shop.query(
      `update funnel.deliveries set status = 'sent', sent_at = now() where order_id = $1 and kind = 'withdrawal'`,
      [orderId],
    );
    shop.sandbox.failRefund(String(session));
    await expect.poll(() => orderOf(orderId)).toMatchObject({ status: 'paid', refunded_cents: 0 });
    expect((await shop.run(`orders show ${orderId}`)).out).toMatch(
      new RegExp(`refund failed .*${FOUR_WEEKS_TEXT}, re_`),
    );
    expect((await shop.run('status')).out).toContain('Refunds that failed');
    // Stripe's times are in whole seconds: the next refund has to be in a later one.
    const [failed] = await shop.query('select provider_event_at as at from funnel.failed_refunds where order_id = $1', [
      orderId,
    ]);
    await expect.poll(() => Date.now()).toBeGreaterThan((failed?.['at'] as Date).getTime() + 1000);
    expect(await shop.run(`refund ${orderId} --yes`)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Refunded: ${FOUR_WEEKS_TEXT}. Tell the buyer yourself`),
    });
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded_cents: FOUR_WEEKS_CENTS });
    expect((await mailsOf(orderId)).filter((mail) => mail.startsWith('withdrawal'))).toHaveLength(1);
    expect((await shop.run('status')).out).not.toContain('Refunds that failed');
  });

  it('does nothing when the owner says no, or when there is no terminal to ask in', async () => {
    const { orderId } = await aBuyer(shop);
    expect((await shop.run(`refund ${orderId}`, 'n')).code).toBe(1);
    expect(await shop.run(`refund ${orderId}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no terminal to ask in'),
    });
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', refunded_cents: 0 });
  });

  it('reports that Stripe refused, and changes nothing', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.query(`update funnel.orders set provider_payment_id = 'pi_of_another_account' where id = $1`, [orderId]);
    expect(await shop.run(`refund ${orderId} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Stripe refused the refund'),
    });
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid' });
    expect(await courseOf(orderId)).toMatchObject({ status: 'active' });
    await shop.query('update funnel.orders set provider_payment_id = null where id = $1', [orderId]);
    expect((await shop.run(`refund ${orderId} --yes`)).err).toContain("Refund it in Stripe's dashboard");
  });

  it('asks which order when a buyer has several', async () => {
    const [first, second] = [
      await aBuyer(shop, { email: 'twice@example.com' }),
      await aBuyer(shop, { email: 'Twice@example.com' }),
    ];
    const { code, err } = await shop.run('refund twice@example.com --yes');
    expect(code).toBe(1);
    for (const { orderNumber } of [first, second]) expect(err).toContain(orderNumber);
  });
});

describe('decline', () => {
  it('settles a request without a refund', async () => {
    const { orderId } = await aBuyer(shop);
    expect((await shop.run(`decline ${orderId} --yes`)).err).toContain('No refund of this order is pending');
    await shop.query(
      `insert into funnel.refund_requests (id, order_id, reason, status, requested_at) values (gen_random_uuid(), $1, 'too early', 'open', now())`,
      [orderId],
    );
    expect(await shop.run(`decline ${orderId}`, 'y')).toMatchObject({
      code: 0,
      err: expect.stringContaining('too early'),
    });
    expect(
      await shop.query(
        'select status, settled_at is not null as settled from funnel.refund_requests where order_id = $1',
        [orderId],
      ),
    ).toEqual([{ status: 'declined', settled: true }]);
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid' });
  });
});

const refundJobs = (orderId: string) =>
  shop.query(`select key from graphile_worker.jobs where key = 'refund-order:' || $1`, [orderId]);

it('a declined refund is not tried again', async () => {
  const { orderId } = await aBuyer(shop);
  await shop.query(
    `insert into funnel.refund_requests (id, order_id, status, requested_at) values (gen_random_uuid(), $1, 'open', now())`,
    [orderId],
  );
  await queueRefund(shop.deps.prisma, orderId);
  expect(await refundJobs(orderId)).toHaveLength(1);
  expect((await shop.run(`decline ${orderId} --yes`)).code).toBe(0);
  expect(await refundJobs(orderId)).toEqual([]);
});

describe('withdrawals', () => {
  const HOUR = `interval '1 hour'`;
  const declared = (orderId: string | null, status: string, reference = 'K7XM-4PRH') =>
    shop.query(
      `insert into funnel.withdrawals (id, order_id, name, reference, statement, status, received_at, refund_at) values (gen_random_uuid(), $1, 'Ada', $3, 'I withdraw', $2, now() - ${HOUR}, case when $2 in ('received', 'refunding') then now() + 23 * ${HOUR} end)`,
      [orderId, status, reference],
    );

  it('are listed with their orders, including those without one', async () => {
    const { orderId, orderNumber } = await aBuyer(shop);
    await declared(orderId, 'received');
    await declared(null, 'unmatched', 'mistyped@example.com');
    const { out } = await shop.run('withdrawals');
    expect(out).toMatch(new RegExp(`received +${orderNumber} +paid .*Ada`));
    expect(out).toMatch(/unmatched +- +- +- +- +Ada +mistyped@example.com/);
    expect((await shop.run(`orders show ${orderNumber}`)).out).toMatch(/withdrawn +.* by Ada, received, refund begins/);
  });

  it('are shown with the time at which their refund began', async () => {
    const { orderId, orderNumber } = await aBuyer(shop);
    await declared(orderId, 'refunding');
    await shop.query(`update funnel.withdrawals set refund_began_at = '2026-03-02 09:30Z' where order_id = $1`, [
      orderId,
    ]);
    expect((await shop.run('withdrawals')).out).toMatch(
      new RegExp(`refunding +${orderNumber} +paid +2026-03-02 09:30 `),
    );
    expect((await shop.run(`orders show ${orderNumber}`)).out).toMatch(/ refunding, refund began 2026-03-02 09:30/);
  });

  it.each(['received', 'refunding'])('that are %s within the legal time cannot be declined', async (status) => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, status);
    await shop.query(
      `insert into funnel.refund_requests (id, order_id, status, requested_at) values (gen_random_uuid(), $1, 'open', now())`,
      [orderId],
    );
    expect(await shop.run(`decline ${orderId} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be declined'),
    });
    expect(await shop.query('select status from funnel.refund_requests where order_id = $1', [orderId])).toEqual([
      { status: 'open' },
    ]);
  });

  it('after the legal time are the owner’s to decide', async () => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'late');
    expect((await shop.run('status')).out).toContain('Withdrawals after the legal time');
    expect((await shop.run(`decline ${orderId} --yes`)).code).toBe(0);
    expect(await shop.query('select status from funnel.withdrawals where order_id = $1', [orderId])).toEqual([
      { status: 'settled' },
    ]);
  });

  it('can be settled if the provider refuses the refund and the buyer was paid in another way, but not before it has begun', async () => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'received');
    expect((await shop.run(`decline ${orderId} --paid --yes`)).err).toContain('cannot be declined');
    await shop.query(
      `update funnel.withdrawals set status = 'refunding', refund_at = now() - ${HOUR} where order_id = $1`,
      [orderId],
    );
    await queueRefund(shop.deps.prisma, orderId);
    expect((await shop.run(`decline ${orderId} --paid --yes`)).code).toBe(0);
    await queueDueRefunds(shop.deps.prisma, new Date());
    expect(await refundJobs(orderId)).toEqual([]);
  });

  it('can be settled after their refund failed and the buyer was paid in another way', async () => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'refunding');
    await shop.query(
      `insert into funnel.failed_refunds (id, order_id, amount_cents, provider_event_at) values ('re_' || $1, $1::uuid, 2240, now())`,
      [orderId],
    );
    expect((await shop.run(`decline ${orderId} --yes`)).code).toBe(0);
  });

  it.each([
    ['their refund succeeds', (orderId: string) => shop.run(`refund ${orderId} --yes`), 'refunding'],
    [
      'their reader objects',
      (orderId: string) =>
        shop.query(`update funnel.withdrawals set status = 'objected' where order_id = $1`, [orderId]),
      'objected',
    ],
  ])('are not settled if %s while the owner is asked', async (_, meanwhile, status) => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'refunding');
    const { code, err } = await shop.run(`decline ${orderId} --paid`, async () => {
      await meanwhile(orderId);
      return 'y';
    });
    expect([code, err]).toEqual([1, expect.stringContaining('Nothing was done: in the meantime')]);
    expect(await shop.query('select status from funnel.withdrawals where order_id = $1', [orderId])).toEqual([
      { status },
    ]);
  });

  it('cannot be settled once the order is refunded', async () => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'refunding');
    await shop.run(`refund ${orderId} --yes`);
    expect((await shop.run(`decline ${orderId} --paid --yes`)).err).toContain('No refund of this order is pending');
  });

  it('have a receipt that can be resent', async () => {
    const { orderId } = await aBuyer(shop);
    expect((await shop.run(`resend ${orderId} receipt`)).err).toContain('Nobody has withdrawn');
    await shop.query(
      `insert into funnel.deliveries (id, order_id, kind, message_id, status, due_at, details) values (gen_random_uuid(), $1, 'withdrawal_receipt', gen_random_uuid()::text, 'failed', now(), '{"alsoFor": []}')`,
      [orderId],
    );
    expect((await shop.run(`resend ${orderId} receipt`)).code).toBe(0);
    expect(await mailsOf(orderId)).toContain('withdrawal_receipt queued');
  });

  it('prevent the owner from resuming a course that had stopped for another reason', async () => {
    const { orderId } = await aBuyer(shop);
    await declared(orderId, 'received');
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'bounced', next_due_at = null where order_id = $1`,
      [orderId],
    );
    expect((await shop.run(`course resume ${orderId} --yes`)).err).toContain('The buyer has withdrawn');
  });

  it('prevent the owner from resuming the course that they stopped', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'withdrawn', next_due_at = null where order_id = $1`,
      [orderId],
    );
    expect((await shop.run(`course resume ${orderId} --yes`)).err).toContain('The buyer has withdrawn');
  });
});

describe('resend', () => {
  it.each([
    ['confirmation', 'confirmation queued'],
    ['link', 'course_link queued'],
  ])('queues the %s once more', async (what, mail) => {
    const { orderId } = await aBuyer(shop);
    const before = (await jobsOf(orderId)).length;
    expect(await shop.run(`resend ${orderId} ${what}`)).toMatchObject({ code: 0 });
    expect((await mailsOf(orderId)).filter((text) => text === mail)).toHaveLength(what === 'link' ? 1 : 2);
    expect(await jobsOf(orderId)).toHaveLength(before + 1);
  });

  it('queues a lesson that was sent, under a new Message-ID', async () => {
    const { orderId } = await aBuyer(shop);
    await sendLesson(orderId, 1);
    const before = await shop.query(
      `select message_id from funnel.deliveries where order_id = $1 and kind = 'lesson'`,
      [orderId],
    );
    expect(await shop.run(`resend ${orderId} lesson 1`)).toMatchObject({ code: 0 });
    const after = await shop.query(
      `select message_id, status, sent_at, details from funnel.deliveries where order_id = $1 and kind = 'lesson'`,
      [orderId],
    );
    expect(after).toMatchObject([
      { status: 'queued', sent_at: null, details: { earlierMessageId: before[0]?.['message_id'] } },
    ]);
    expect(after[0]?.['message_id']).not.toBe(before[0]?.['message_id']);
    expect((await shop.run(`resend ${orderId} lesson 1`)).err).toContain('on its way already');
  });

  it('keeps a lesson on the course page while it waits, even after the course was stopped', async () => {
    const { orderId } = await aBuyer(shop);
    await sendLesson(orderId, 1);
    const reader = new Browser(shop.service.url);
    await reader.post('/api/course/session', {
      token: courseToken([LINK_KEY], { orderId, purpose: 'read', generation: 1 }),
    });
    for (const line of [`resend ${orderId} lesson 1`, `course stop ${orderId} --yes`]) {
      expect((await shop.run(line)).code).toBe(0);
      expect((await reader.get('/api/course')).body, line).toMatchObject({ lessons: [{ place: 1 }] });
      expect((await reader.get('/api/course/lessons/1')).status, line).toBe(200);
    }
    expect(await mailsOf(orderId)).toContain('lesson 1 cancelled');
  });

  it.each([
    ['lesson 2', 'was never due'],
    ['lesson 0', 'Specify the lesson'],
    ['lesson 29', 'Specify the lesson'],
    ['lesson', 'Specify the lesson'],
    ['invoice', 'Specify the mail'],
  ])('refuses %s', async (what, sentence) => {
    const { orderId } = await aBuyer(shop);
    expect((await shop.run(`resend ${orderId} ${what}`)).err).toContain(sentence);
  });

  it('sends nothing after the course was stopped', async () => {
    const { orderId } = await aBuyer(shop);
    await sendLesson(orderId, 1);
    await shop.run(`course stop ${orderId} --yes`);
    expect(await shop.run(`resend ${orderId} lesson 1`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('its course was stopped (owner). course resume lets it go on.'),
    });
  });
});

describe('course stop and course resume', () => {
  it('stops the lessons and resumes them at the next send hour, with what was held back', async () => {
    const { orderId } = await aBuyer(shop);
    await sendLesson(orderId, 1, 'queued');
    expect(await shop.run(`course stop ${orderId}`, 'y')).toMatchObject({ code: 0, out: 'Stopped.\n' });
    expect(await courseOf(orderId)).toMatchObject({ status: 'stopped', stop_reason: 'owner', next_due_at: null });
    expect(await mailsOf(orderId)).toContain('lesson 1 cancelled');
    expect((await shop.run(`course stop ${orderId} --yes`)).err).toContain('stopped already (owner)');
    expect(await shop.run(`course resume ${orderId} --yes`)).toMatchObject({ code: 0 });
    expect(await courseOf(orderId)).toMatchObject({ status: 'active', stop_reason: null, stopped_at: null });
    expect(Number(((await courseOf(orderId))?.['next_due_at'] as Date | undefined)?.getTime())).toBeGreaterThan(
      Date.now(),
    );
    expect(await mailsOf(orderId)).toContain('lesson 1 queued');
    expect((await shop.run(`course resume ${orderId} --yes`)).err).toContain('there is nothing to resume');
  });

  it('settles a course whose address accepts no mail, even while the payment is disputed', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'bounced', stopped_at = now(), next_due_at = null where order_id = $1`,
      [orderId],
    );
    await shop.query(`update funnel.orders set status = 'disputed', disputed_at = now() where id = $1`, [orderId]);
    expect(await shop.run(`course stop ${orderId} --yes`)).toMatchObject({ code: 0, out: 'Stopped.\n' });
    expect(await courseOf(orderId)).toMatchObject({ status: 'stopped', stop_reason: 'owner' });
  });

  it('corrects an address that accepted no mail', async () => {
    const { orderId, sessionId } = await aBuyer(shop);
    await sendLesson(orderId, 1, 'failed');
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'bounced', stopped_at = now(), next_due_at = null where order_id = $1`,
      [orderId],
    );
    expect((await shop.run(['course', 'resume', orderId, '--email', 'no address', '--yes'])).err).toContain(
      'is not an email address',
    );
    expect((await shop.run(`course resume ${orderId} --email right@example.com --yes`)).code).toBe(0);
    expect(await courseOf(orderId)).toMatchObject({ status: 'active', email: 'right@example.com' });
    expect(await orderOf(orderId)).toMatchObject({ email: 'right@example.com' });
    expect(await shop.query('select email from funnel.sessions where id = $1', [sessionId])).toEqual([
      { email: 'right@example.com' },
    ]);
    expect(await mailsOf(orderId)).toContain('lesson 1 queued');
  });

  it('finishes a resumed course whose last lesson is queued again', async () => {
    const { orderId } = await aBuyer(shop, { plan: '1week' });
    await sendLesson(orderId, 7, 'failed');
    await shop.query(
      `update funnel.courses set status = 'stopped', stop_reason = 'bounced', stopped_at = now(), next_due_at = null, lessons_queued = 7 where order_id = $1`,
      [orderId],
    );
    await shop.run(`course resume ${orderId} --yes`);
    expect(await courseOf(orderId)).toMatchObject({ status: 'finished', next_due_at: null });
    expect(await mailsOf(orderId)).toContain('lesson 7 queued');
  });

  it('resumes a course whose refund failed', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.run(`refund ${orderId} --yes`);
    const [{ session } = {}] = await shop.query(
      'select provider_session_id as session from funnel.checkouts where id = (select checkout_id from funnel.orders where id = $1)',
      [orderId],
    );
    shop.sandbox.failRefund(String(session));
    await expect.poll(() => orderOf(orderId)).toMatchObject({ status: 'paid' });
    expect((await shop.run(`course resume ${orderId} --yes`)).code).toBe(0);
    expect(await courseOf(orderId)).toMatchObject({ status: 'active', stop_reason: null });
  });

  it.each([
    [
      'refunded',
      async (orderId: string) => void (await shop.run(`refund ${orderId} --yes`)),
      'this order was refunded or disputed in the meantime',
    ],
    [
      'resumed by the reader',
      async (orderId: string) =>
        void (await shop.query(
          `update funnel.courses set status = 'active', stop_reason = null, stopped_at = null, next_due_at = now() + interval '1 hour' where order_id = $1`,
          [orderId],
        )),
      'this course was changed in the meantime',
    ],
  ])('changes nothing if the course is %s while the owner is asked', async (_, meanwhile, sentence) => {
    const { orderId } = await aBuyer(shop);
    await sendLesson(orderId, 1, 'queued');
    await shop.run(`course stop ${orderId} --yes`);
    let between: unknown;
    const { code, err } = await shop.run(`course resume ${orderId} --email other@example.com`, async () => {
      await meanwhile(orderId);
      between = [await orderOf(orderId), await courseOf(orderId)];
      return 'y';
    });
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    expect([await orderOf(orderId), await courseOf(orderId)]).toEqual(between);
    expect(await mailsOf(orderId)).toContain('lesson 1 cancelled');
  });

  it('warns that the reader has unsubscribed since the course was stopped', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.run(`course stop ${orderId} --yes`);
    expect((await shop.run(`course resume ${orderId}`, 'n')).err).not.toContain('unsubscribed');
    await shop.query(`update funnel.courses set unsubscribed_at = now() where order_id = $1`, [orderId]);
    expect((await shop.run(`course resume ${orderId}`, 'n')).err).toContain('Its reader unsubscribed on ');
    expect((await shop.run(`course resume ${orderId}`, 'y')).code).toBe(0);
    expect(await courseOf(orderId)).toMatchObject({ status: 'active', unsubscribed_at: null });
  });

  it('never resumes the course of a refunded order', async () => {
    const { orderId } = await aBuyer(shop);
    await shop.run(`refund ${orderId} --yes`);
    expect((await shop.run(`course resume ${orderId} --yes`)).err).toContain('its course stays stopped');
  });
});
