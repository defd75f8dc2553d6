import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDispute, aSessionObject, anEvent, deliver } from '../../../test/events.ts';
import { CATALOGUE, WEEK_ORDER_IDS } from '@course/funnel/course';
import { lessonFileName } from '@course/funnel/lessons';
import { aBuyer, startOwnShop, type OwnShop } from '../../../test/own-shop.ts';
import type { Finding, FindingKind } from '../../health/findings.ts';
import { findAll } from '../../health/find.ts';
import { watch } from '../../health/watch.ts';
import { FOUR_WEEKS_CENTS } from '../../../test/prices.ts';

const lessonsDir = mkdtempSync(path.join(tmpdir(), 'lessons-'));
const lessonOf = (id: string): string =>
  `---\ntitle: Lesson ${id}\narea: general\nlevel: core\nminutes: 15\nexercise: Do ${id}.\ntakeaway: Keep ${id}.\n---\n\n## Beginning\n\nWords of ${id}.\n\n## In five minutes\n\nThe short ${id}.\n`;

let shop: OwnShop;
beforeAll(async () => {
  for (const id of new Set([...WEEK_ORDER_IDS, ...CATALOGUE.lessons.map((lesson) => lesson.id)]))
    writeFileSync(path.join(lessonsDir, lessonFileName(id)), lessonOf(id));
  shop = await startOwnShop({ env: { LESSONS_DIR: lessonsDir } });
});
afterAll(async () => {
  await shop.stop();
  rmSync(lessonsDir, { recursive: true });
});

const find = async (kind: FindingKind): Promise<Finding | undefined> =>
  (await findAll(shop.deps.prisma, shop.deps.lessons(), shop.deps.clock())).find((finding) => finding.kind === kind);

const LONG_AGO = `now() - interval '3 hours'`;

/** Marks the confirmation as sent, as the worker would. */
const confirm = (orderId: string) =>
  shop.query(
    `update funnel.deliveries set status = 'sent', sent_at = now() where order_id = $1 and kind = 'confirmation'`,
    [orderId],
  );
const aConfirmedBuyer = async () => {
  const buyer = await aBuyer(shop);
  await confirm(buyer.orderId);
  return buyer;
};
const check = () => watch({ prisma: shop.deps.prisma, lessons: shop.deps.lessons(), now: shop.deps.clock() });
const alerts = () => shop.query(`select details from funnel.deliveries where kind = 'owner_alert' order by created_at`);

describe('status', () => {
  it('says that nothing needs attention, and exits with 0', async () => {
    await aConfirmedBuyer();
    const { code, out } = await shop.run('status');
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing needs attention.')]);
    expect(out).toContain('Orders          1');
    expect(out).toContain('1 active, 0 finished, 0 stopped');
  });

  it('counts requests for the first step, and does not report a refused one', async () => {
    const { sessionId } = await aConfirmedBuyer();
    const states = [
      ['a@example.com', null, 'bounced'],
      ['b@example.com', 'now', null],
    ];
    for (const [email, confirmed, ended] of states)
      await shop.query(
        `with request as (
           insert into funnel.first_steps (id, session_id, email, consent_version, consented_at, confirmed_at, ended_at, end_reason)
           values (gen_random_uuid(), $1, $2, 'words-1', now(), $3, case when $4::text is null then null else now() end, $4) returning id
         )
         insert into funnel.deliveries (id, first_step_id, kind, message_id, status, due_at, last_error)
         select gen_random_uuid(), id, 'first_step_confirm', '<' || id || '@test>', 'failed', now(), 'refused 550 5.1.1' from request`,
        [sessionId, email, confirmed, ended],
      );
    const { code, out } = await shop.run('status');
    expect([code, out]).toEqual([0, expect.stringContaining('First steps     2 asked for, 1 confirmed, 1 ended')]);
  });

  const failRefund = (order: string) =>
    shop.query(
      `insert into funnel.failed_refunds (id, order_id, amount_cents, provider_event_at) values ($1, $2, $3, now())`,
      [`re_${order}`, order, FOUR_WEEKS_CENTS],
    );

  const giveUp = (order: string, kind: string, place?: number) =>
    shop.query(
      `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at, attempts, last_error)
       values (gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text, 'failed', now(), 25, 'timeout')`,
      [order, kind, place],
    );
  const givenUp = async (order: string): Promise<string> => {
    const [row] = await shop.query(`select id from funnel.deliveries where order_id = $1 and status = 'failed'`, [
      order,
    ]);
    return String(row?.['id']);
  };
  const giveUpConfirmation = async (order: string) => {
    await shop.query(`update funnel.orders set paid_at = ${LONG_AGO} where id = $1`, [order]);
    await shop.query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1`, [order]);
  };
  const finish = (order: string) =>
    shop.query(
      `update funnel.courses set status = 'finished', finished_at = now(), next_due_at = null, lessons_queued = days where order_id = $1`,
      [order],
    );

  /** Each update is later than the one before. */
  let disputeSecond = 1_700_000_000;
  const dispute = async (order: string, status: string) => {
    const [bought] = await shop.query('select provider_payment_id from funnel.orders where id = $1', [order]);
    const object = aDispute(bought?.['provider_payment_id'], { id: `du_${order}`, status });
    const event = anEvent(object, { type: 'charge.dispute.updated', created: (disputeSecond += 1) });
    const { webhookSecret: secret } = shop.sandbox;
    expect((await deliver(shop.service.url, event, { secret })).status).toBe(200);
  };

  const scenarios: readonly [FindingKind, (order: string) => Promise<unknown>, (order: string) => Promise<unknown>][] =
    [
      ['unconfirmed', giveUpConfirmation, confirm],
      ['unconfirmed', giveUpConfirmation, (order) => givenUp(order).then((id) => shop.run(`mail dismiss ${id}`))],
      [
        'failed_mails',
        (order) =>
          shop.query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1`, [order]),
        (order) => shop.run(`resend ${order} confirmation`).then(() => confirm(order)),
      ],
      [
        'failed_mails',
        (order) => giveUp(order, 'refund_request'),
        (order) =>
          givenUp(order).then(async (id) => {
            expect((await shop.run(`orders show ${order}`)).out).toContain(id);
            expect((await shop.run(`mail resend ${id}`)).code).toBe(0);
          }),
      ],
      [
        'failed_mails',
        (order) => giveUp(order, 'owner_refund_request'),
        (order) => givenUp(order).then((id) => shop.run(`mail dismiss ${id}`)),
      ],
      [
        'failed_mails',
        (order) => giveUp(order, 'lesson', 7).then(() => finish(order)),
        (order) => shop.run(`course stop ${order} --yes`),
      ],
      [
        'overdue',
        (order) => shop.query(`update funnel.courses set next_due_at = ${LONG_AGO} where order_id = $1`, [order]),
        (order) => shop.query('update funnel.courses set next_due_at = now() where order_id = $1', [order]),
      ],
      [
        'backlog',
        (order) =>
          shop.query(
            `update funnel.deliveries set status = 'queued', sent_at = null, due_at = ${LONG_AGO} where order_id = $1`,
            [order],
          ),
        confirm,
      ],
      [
        'bounced',
        (order) =>
          shop.query(
            `update funnel.courses set status = 'stopped', stop_reason = 'bounced', next_due_at = null, stopped_at = now() where order_id = $1`,
            [order],
          ),
        (order) => shop.run(`course stop ${order} --yes`),
      ],
      [
        'unserved',
        async (order) => {
          await shop.query(
            `update funnel.courses set status = 'stopped', stop_reason = 'complained', next_due_at = null, stopped_at = now() where order_id = $1`,
            [order],
          );
          await giveUp(order, 'lesson', 1);
          await shop.query(
            `update funnel.deliveries set last_error = 'address stopped: complained' where order_id = $1 and kind = 'lesson'`,
            [order],
          );
        },
        (order) => shop.run(`course stop ${order} --yes`),
      ],
      [
        'refund_requests',
        (order) =>
          shop.query(
            `insert into funnel.refund_requests (id, order_id, status, requested_at) values (gen_random_uuid(), $1, 'open', now())`,
            [order],
          ),
        (order) => shop.run(`refund ${order} --yes`),
      ],
      ['failed_refunds', (order) => failRefund(order), (order) => shop.run(`decline ${order} --yes`)],
      [
        'disputes',
        (order) => shop.query(`update funnel.orders set dispute_status = 'needs_response' where id = $1`, [order]),
        (order) => shop.query(`update funnel.orders set dispute_status = 'won' where id = $1`, [order]),
      ],
      [
        'overdue_withdrawals',
        async (order) => {
          await dispute(order, 'warning_under_review');
          await shop.query(`update funnel.orders set paid_at = now() - interval '12 days' where id = $1`, [order]);
          await shop.query(
            `insert into funnel.withdrawals (id, order_id, name, reference, statement, received_at, refund_at, status)
           values (gen_random_uuid(), $1, 'Ada', 'a number', 'I withdraw.', now() - interval '11 days', now() - interval '10 days', 'received')`,
            [order],
          );
        },
        (order) => dispute(order, 'lost'),
      ],
      [
        'late_withdrawals',
        (order) =>
          shop.query(
            `insert into funnel.withdrawals (id, order_id, name, reference, statement, received_at, status)
           values (gen_random_uuid(), $1, 'Ada', 'a number', 'I withdraw.', now(), 'late')`,
            [order],
          ),
        (order) => shop.run(`decline ${order} --yes`),
      ],
      [
        'warm_up',
        (order) =>
          shop.query(
            `update funnel.deliveries set status = 'queued', sent_at = null, due_at = now() + interval '1 day', last_error = 'held for the warm-up' where order_id = $1`,
            [order],
          ),
        confirm,
      ],
      [
        'ended_disputes',
        async (order) => {
          await dispute(order, 'needs_response');
          expect(await find('ended_disputes')).toBeUndefined();
          await dispute(order, 'won');
        },
        (order) => shop.run(`course stop ${order} --yes`),
      ],
      [
        'ended_disputes',
        async (order) => {
          await dispute(order, 'warning_needs_response');
          await dispute(order, 'warning_closed');
        },
        (order) => shop.run(`course resume ${order} --yes`),
      ],
    ];

  it.each(scenarios)('reports %s, with an example and a remedy, until resolved', async (kind, cause, resolve) => {
    const { orderId, orderNumber, email } = await aConfirmedBuyer();
    expect(await find(kind)).toBeUndefined();
    await cause(orderId);
    expect(await find(kind)).toMatchObject({ count: 1, examples: [orderNumber] });
    const { code, out } = await shop.run('status');
    expect(code).toBe(1);
    expect(out).toMatch(/Needs attention:[^]*1 {2}/);
    expect(out).toContain(orderNumber);
    expect(out).not.toContain(email);
    const json = JSON.parse((await shop.run('status --json')).out) as { findings: Finding[] };
    expect(json.findings.map((finding) => finding.kind)).toContain(kind);
    await resolve(orderId);
    expect(await find(kind)).toBeUndefined();
  });

  it.each([
    ['signatures', 'signature'],
    ['mail_signatures', 'mail_signature'],
  ] as const)('reports %s once ten were refused within a day', async (kind, refusal) => {
    const refuse = (count: number, hour: string) =>
      shop.query(`insert into funnel.refusals (kind, hour, count) values ($1, date_trunc('hour', ${hour}), $2)`, [
        refusal,
        count,
      ]);
    await refuse(100, `now() - interval '26 hours'`);
    await refuse(5, LONG_AGO);
    await refuse(4, 'now()');
    expect(await find(kind)).toBeUndefined();
    await shop.query(`update funnel.refusals set count = 5 where kind = $1 and count = 4`, [refusal]);
    expect(await find(kind)).toMatchObject({ count: 2 });
    await shop.query('delete from funnel.refusals where kind = $1', [refusal]);
  });

  it('reports refused payment events until they are dismissed', async () => {
    await shop.query(
      `insert into funnel.payment_events (id, type, livemode, occurred_at, outcome, reason, payload)
       values ('evt_refused', 'charge.refunded', false, now(), 'refused', 'unreadable', '{}')`,
    );
    expect(await find('failed_events')).toMatchObject({ count: 1, examples: ['evt_refused'] });
    expect((await shop.run('webhook dismiss evt_refused')).code).toBe(0);
    expect(await find('failed_events')).toBeUndefined();
  });

  it('reports withdrawals that match no order for two weeks, by their time', async () => {
    const declare = (receivedAt: string) =>
      shop.query(
        `insert into funnel.withdrawals (id, name, reference, statement, received_at, status)
         values (gen_random_uuid(), 'Ada', 'mistyped@example.com', 'I withdraw.', ${receivedAt}, 'unmatched')`,
      );
    await declare(`now() - interval '15 days'`);
    expect(await find('unmatched_withdrawals')).toBeUndefined();
    await declare(LONG_AGO);
    const listed = (await shop.run('withdrawals')).out.split('\n').find((line) => line.includes('mistyped'));
    const example = listed?.split('  ')[0];
    expect(await find('unmatched_withdrawals')).toMatchObject({ count: 1, examples: [example] });
    expect((await shop.run('status')).out).not.toContain('mistyped@example.com');
    await shop.query('delete from funnel.withdrawals where order_id is null');
    expect(await find('unmatched_withdrawals')).toBeUndefined();
  });

  it('reports orders without a course, which only an older version leaves', async () => {
    const { orderId, orderNumber } = await aConfirmedBuyer();
    for (const table of ['deliveries', 'course_links', 'courses'])
      await shop.query(`delete from funnel.${table} where order_id = $1`, [orderId]);
    expect(await find('unenrolled')).toMatchObject({ count: 1, examples: [orderNumber] });
    expect((await shop.run('status')).out).toContain('starts their courses within an hour');
    const ofSession = 'where id = (select session_id from funnel.orders where id = $1)';
    await shop.query(`update funnel.sessions set seeded = true ${ofSession}`, [orderId]);
    expect(await find('unenrolled')).toBeUndefined();
    await shop.query(`update funnel.sessions set seeded = false ${ofSession}`, [orderId]);
    await shop.query(`update funnel.orders set status = 'refunded' where id = $1`, [orderId]);
    expect(await find('unenrolled')).toBeUndefined();
  });

  it('reports lessons that cannot be read or do not exist', async () => {
    const [unreadable, missing] = [path.join(lessonsDir, 'day-03.md'), path.join(lessonsDir, 'day-80.md')];
    const text = readFileSync(unreadable, 'utf8');
    writeFileSync(unreadable, 'no front matter');
    renameSync(missing, `${missing}.gone`);
    expect(await find('lessons')).toMatchObject({ count: 2, examples: ['day-03.md', 'day-80.md'] });
    writeFileSync(unreadable, text);
    renameSync(`${missing}.gone`, missing);
    expect(await find('lessons')).toBeUndefined();
  });

  it('reports a lesson that the catalogue has lost while a course has to send it within a week', async () => {
    const { orderId } = await aConfirmedBuyer();
    await shop.query(`update funnel.courses set lesson_ids[7] = 'lost-lesson' where order_id = $1`, [orderId]);
    expect(await find('lessons')).toMatchObject({ count: 1, examples: ['lost-lesson.md'] });
    await finish(orderId);
    expect(await find('lessons')).toBeUndefined();
    await shop.query(
      `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at)
       values (gen_random_uuid(), $1, 'lesson', 7, gen_random_uuid()::text, 'queued', now())`,
      [orderId],
    );
    expect(await find('lessons')).toMatchObject({ count: 1, examples: ['lost-lesson.md'] });
    await shop.run(`course stop ${orderId} --yes`);
    expect(await find('lessons')).toBeUndefined();
  });
});

describe('mail resend and mail dismiss', () => {
  it('queue a mail of any kind under a new Message-ID with its details, and report it if that fails, too', async () => {
    const { orderId } = await aConfirmedBuyer();
    const [mail] = await shop.query(
      `insert into funnel.deliveries (id, order_id, kind, message_id, status, due_at, details, dismissed_at)
       values (gen_random_uuid(), $1, 'course_link', '<first@test>', 'failed', now(), '{"purpose":"refund"}', null) returning id`,
      [orderId],
    );
    const id = String(mail?.['id']);
    expect(await shop.run(`mail resend ${id}`)).toMatchObject({ code: 0, out: 'Queued: course_link.\n' });
    const [queued] = await shop.query(
      `select status, attempts, message_id <> '<first@test>' as renamed, details,
         (select count(*)::int from graphile_worker.jobs where key = 'send:' || mail.id) as jobs
       from funnel.deliveries as mail where id = $1`,
      [id],
    );
    expect(queued).toEqual({
      status: 'queued',
      attempts: 0,
      renamed: true,
      details: { purpose: 'refund', earlierMessageIds: ['<first@test>'], earlierMessageId: '<first@test>' },
      jobs: 1,
    });
    expect((await shop.run(`mail dismiss ${id}`)).err).toContain('no mail');
    await shop.query(`update funnel.deliveries set status = 'failed' where id = $1`, [id]);
    expect(await find('failed_mails')).toMatchObject({ count: 1 });
    expect((await shop.run(`mail dismiss ${id}`)).code).toBe(0);
    expect((await shop.run(`mail resend ${id}`)).err).toContain('no mail');
    expect(await find('failed_mails')).toBeUndefined();
  });

  it('send nothing after the course was stopped', async () => {
    const { orderId } = await aConfirmedBuyer();
    const [lesson] = await shop.query(
      `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at)
       values (gen_random_uuid(), $1, 'lesson', 1, gen_random_uuid()::text, 'failed', now()) returning id`,
      [orderId],
    );
    await shop.run(`course stop ${orderId} --yes`);
    expect((await shop.run(`mail resend ${String(lesson?.['id'])}`)).err).toContain('course resume lets it go on');
  });

  it('apply to a mail about a failed payment, which a mail about another checkout does not settle', async () => {
    const { orderId } = await aConfirmedBuyer();
    const failedMail = async (status: string, at: string, email = 'debit@example.com') => {
      const [row] = await shop.query(
        `with failed as (
           insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status, email)
           select gen_random_uuid(), session_id, plan, pricing, amount_cents, currency, 'http://localhost', livemode, 'failed', $3 from funnel.orders where id = $1 returning id
         )
         insert into funnel.deliveries (id, checkout_id, kind, message_id, status, due_at, created_at)
         select gen_random_uuid(), id, 'payment_failed', id::text, $2, ${at}, ${at} from failed returning id`,
        [orderId, status, email],
      );
      return String(row?.['id']);
    };
    const [id] = [await failedMail('failed', LONG_AGO), await failedMail('queued', 'now()')];
    expect(await find('failed_mails')).toMatchObject({ count: 1, examples: [id] });
    expect(await shop.run(`mail resend ${id}`)).toMatchObject({ code: 0, out: 'Queued: payment_failed.\n' });
    expect(await find('failed_mails')).toBeUndefined();
    const [buyer] = await shop.query('select email from funnel.orders where id = $1', [orderId]);
    const late = await failedMail('failed', LONG_AGO, String(buyer?.['email']));
    await shop.query(`update funnel.orders set paid_at = now() + interval '1 second' where id = $1`, [orderId]);
    expect((await shop.run(`mail resend ${late}`)).err).toContain('has paid by now');
    expect((await shop.run(`mail dismiss ${late}`)).code).toBe(0);
  });

  it.each(['mail resend', 'mail dismiss'])('%s refuses anything but a mail that was given up', async (line) => {
    for (const id of ['nonsense', crypto.randomUUID()])
      expect((await shop.run(`${line} ${id}`)).err).toContain('no mail');
  });
});

describe('webhook list, replay and dismiss', () => {
  const signing = () => ({ secret: shop.sandbox.webhookSecret });
  const aStrangeEvent = async (id: string) => {
    await deliver(
      shop.service.url,
      anEvent(aSessionObject({ id: crypto.randomUUID(), providerSessionId: `cs_${id}` }), { id }),
      signing(),
    );
    await shop.query(`update funnel.payment_events set received_at = ${LONG_AGO} where id = $1`, [id]);
  };

  it('list events without effect, and dismiss one', async () => {
    await aStrangeEvent('evt_strange');
    expect((await shop.run('webhook list')).out).toMatch(/evt_strange +checkout\.session\.completed +unknown_checkout/);
    expect(await find('unknown_checkouts')).toMatchObject({ count: 1, examples: ['evt_strange'] });
    expect(await shop.run('webhook replay evt_strange')).toMatchObject({
      code: 1,
      out: expect.stringContaining('unknown_checkout'),
    });
    expect((await shop.run('webhook dismiss evt_strange')).code).toBe(0);
    expect(await find('unknown_checkouts')).toBeUndefined();
    expect((await shop.run('webhook dismiss evt_strange')).err).toContain('no payment event');
    expect((await shop.run('webhook list --all')).out).toContain('dismissed by the owner');
  });

  it('create the order when the reason for the refusal is gone, and only once', async () => {
    const { sessionId, orderId } = await aConfirmedBuyer();
    const [paid] = await shop.query(
      `select e.id, e.payload from funnel.payment_events as e join funnel.orders as o on o.checkout_id = e.checkout_id where o.id = $1 and e.type = 'checkout.session.completed'`,
      [orderId],
    );
    // As if the checkout had been lost when the event arrived, and had been restored from a backup since.
    const id = crypto.randomUUID();
    const event = JSON.parse(String(paid?.['payload'])) as {
      id: string;
      data: { object: { id: string; metadata: Record<string, string>; payment_intent: string } };
    };
    Object.assign(event, { id: 'evt_lost' });
    Object.assign(event.data.object, { id: 'cs_lost', metadata: { checkout_id: id }, payment_intent: 'pi_lost' });
    await deliver(shop.service.url, event, signing());
    expect((await shop.run('webhook list')).out).toContain('evt_lost');
    await shop.query(
      `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status) values ($1, $2, '4week', 'discounted', $3, 'usd', 'http://localhost:3000', false, 'failed')`,
      [id, sessionId, FOUR_WEEKS_CENTS],
    );
    expect(await shop.run('webhook replay --failed')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Applies 1 payment event once more'),
    });
    for (const line of ['webhook replay --failed --yes', 'webhook replay evt_lost']) {
      expect(await shop.run(line)).toMatchObject({ code: 0 });
      expect(await shop.query('select amount_cents from funnel.orders where checkout_id = $1', [id])).toEqual([
        { amount_cents: FOUR_WEEKS_CENTS },
      ]);
    }
    expect((await shop.run('webhook replay --failed')).out).toContain('No event is without effect.');
    await shop.query(`update funnel.deliveries set status = 'sent', sent_at = now() where status = 'queued'`);
  });

  it.each([
    ['webhook replay', 2],
    ['webhook replay evt_none', 1],
    ['webhook replay evt_none --failed', 2],
    ['webhook dismiss evt_none', 1],
  ])('%s exits with %d', async (line, code) => {
    expect((await shop.run(line)).code).toBe(code);
  });
});

describe('the watch', () => {
  it('mails the owner once about a finding, and again only after it was resolved in between', async () => {
    await shop.query(`delete from funnel.deliveries where kind = 'owner_alert'`);
    const [first, second] = [await aConfirmedBuyer(), await aConfirmedBuyer()];
    expect(await check()).toBe(false);
    const fail = (orderId: string) =>
      shop.query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1`, [orderId]);
    await fail(first.orderId);
    expect([await check(), await check(), await check()]).toEqual([true, false, false]);
    // More of the same kind causes no second mail on the same day; another kind does.
    await fail(second.orderId);
    expect(await check()).toBe(false);
    await shop.query(`update funnel.courses set next_due_at = ${LONG_AGO} where order_id = $1`, [second.orderId]);
    expect(await check()).toBe(true);
    const reported = (await alerts()).map(({ details }) =>
      (details as { findings: { what: string; count: number }[] }).findings
        .map(({ what, count }) => `${count} ${what}`)
        .sort(),
    );
    expect(reported).toEqual([
      ['1 Mails that were given up'],
      ['1 Courses whose next lesson is over an hour late', '2 Mails that were given up'],
    ]);
    await confirm(first.orderId);
    await confirm(second.orderId);
    expect(await check()).toBe(false);
    await fail(first.orderId);
    expect(await check()).toBe(true);
    expect(await alerts()).toHaveLength(3);
    await confirm(first.orderId);
    await shop.query(`update funnel.courses set next_due_at = now() + interval '1 hour' where order_id = $1`, [
      second.orderId,
    ]);
    await check();
  });

  it('mails again when there are more of a kind a day later, even if one was resolved in between', async () => {
    const fail = (orderId: string) =>
      shop.query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1`, [orderId]);
    const aDayLater = () => shop.query(`update funnel.owner_findings set alerted_at = alerted_at - interval '1 day'`);
    const [first, second, third] = [await aConfirmedBuyer(), await aConfirmedBuyer(), await aConfirmedBuyer()];
    await fail(first.orderId);
    await fail(second.orderId);
    expect(await check()).toBe(true);
    await aDayLater();
    expect(await check()).toBe(false);
    await confirm(first.orderId);
    expect(await check()).toBe(false);
    await fail(third.orderId);
    expect((await Promise.all([check(), check(), check()])).filter(Boolean)).toHaveLength(1);
    // As if an earlier release had sent the alert: how many there were is not known.
    await shop.query('update funnel.owner_findings set count = null');
    await aDayLater();
    expect([await check(), await check()]).toEqual([false, false]);
    await fail(first.orderId);
    expect(await check()).toBe(true);
    for (const { orderId } of [first, second, third]) await confirm(orderId);
    expect(await check()).toBe(false);
  });

  it('mails once when several processes check at the same time', async () => {
    const { orderId } = await aConfirmedBuyer();
    const before = (await alerts()).length;
    await shop.query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1`, [orderId]);
    expect((await Promise.all([check(), check(), check(), check()])).filter(Boolean)).toHaveLength(1);
    expect(await alerts()).toHaveLength(before + 1);
    await confirm(orderId);
    await check();
  });

  it('reports a refund request, which has its own mail, only after it has waited for two days', async () => {
    const { orderId } = await aConfirmedBuyer();
    await shop.query(
      `insert into funnel.refund_requests (id, order_id, status, requested_at) values (gen_random_uuid(), $1, 'open', now())`,
      [orderId],
    );
    expect(await check()).toBe(false);
    await shop.query(
      `update funnel.refund_requests set requested_at = now() - interval '49 hours' where order_id = $1`,
      [orderId],
    );
    expect(await check()).toBe(true);
    await shop.run(`decline ${orderId} --yes`);
    expect(await check()).toBe(false);
  });
});
