import { courseView, refundView, resumed, unsubscribed } from '@course/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { hold } from '../../../test/hold.ts';
import { aReader, openedBy, type TestReader } from '../../../test/reader.ts';
import { sharedService, type Service, startService } from '../../../test/service.ts';
import type { Redis } from '@course/service-kit';
import { PrismaService } from '../../platform/prisma.ts';
import { Composer } from '../sending/compose.ts';
import { loadDelivery } from '../sending/load-delivery.ts';
import { OTHER_LIMITS } from '../../platform/limits.ts';
import { REDIS } from '../../platform/tokens.ts';
import { RESUME_DAYS } from '../enrolment/stop-and-resume.ts';
import { FOUR_WEEKS_CENTS } from '../../../test/prices.ts';
import { DAY_MS } from '../../platform/clock.ts';

const PAID_AT = new Date('2026-03-02T12:00:00Z');

let service: Service;
let now = PAID_AT;
beforeAll(async () => {
  service = await sharedService(() => now);
});

let reader: TestReader;
beforeEach(async () => {
  now = PAID_AT;
  reader = await aReader(service, { paidAt: PAID_AT, lessons: 2 });
});

const courseOf = async ({ orderId }: TestReader) =>
  (
    await query('select status, stop_reason, next_due_at, lessons_queued from funnel.courses where order_id = $1', [
      orderId,
    ])
  )[0];
const pathOf = ({ token }: TestReader): string => `/api/unsubscribe/${token('unsubscribe')}`;
const leave = () => new Browser(service.url).post(pathOf(reader), {});
const resume = () => new Browser(service.url).post(`${pathOf(reader)}/resume`, {});
const advanceClock = (days: number): void => {
  now = new Date(now.getTime() + days * DAY_MS);
};

let guessers = 0;

describe('unsubscribing', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['a form, as RFC 8058 defines it', { body: 'List-Unsubscribe=One-Click', headers: form }],
    [
      'a multipart form',
      {
        body: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
    ['JSON, as the page sends it', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['an empty body', {}],
    [
      'a form with another site’s origin',
      { body: 'List-Unsubscribe=One-Click', headers: { ...form, origin: 'https://mail.example' } },
    ],
  ])('by %s takes effect at once, without a cookie', async (_what, init) => {
    const answer = await new Browser(service.url).send('POST', pathOf(reader), init);
    expect([answer.status, unsubscribed.parse(answer.body)]).toEqual([
      200,
      {
        status: 'unsubscribed',
        orderNumber: expect.stringMatching(/^.{4}-.{4}$/),
        planTitle: '4-WEEK PLAN',
        resumeUntil: new Date(now.getTime() + RESUME_DAYS * DAY_MS).toISOString(),
      },
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await courseOf(reader)).toMatchObject({ status: 'stopped', stop_reason: 'unsubscribed', next_due_at: null });
  });

  it('again returns the same, and does not extend the time to resume', async () => {
    const first = await leave();
    advanceClock(1);
    expect((await leave()).text).toBe(first.text);
  });

  it('cancels a queued lesson', async () => {
    await query(`update funnel.deliveries set status = 'queued', sent_at = null where order_id = $1 and place = 2`, [
      reader.orderId,
    ]);
    await leave();
    expect(
      await query(`select status from funnel.deliveries where order_id = $1 and place = 2`, [reader.orderId]),
    ).toEqual([{ status: 'cancelled' }]);
  });

  it('keeps the lessons that were sent readable', async () => {
    await leave();
    expect((await (await openedBy(service, reader)).get('/api/course/lessons/1')).status).toBe(200);
  });

  it('does not happen when the URL is only opened', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await new Browser(service.url).send(method, pathOf(reader))).status).toBe(404);
    expect(await courseOf(reader)).toMatchObject({ status: 'active' });
  });

  it('works with a link that was replaced', async () => {
    await query(`update funnel.course_links set ended_at = now() where order_id = $1 and purpose = 'unsubscribe'`, [
      reader.orderId,
    ]);
    expect((await leave()).status).toBe(200);
  });

  it.each([
    ['an unknown token', 'A'.repeat(43), 404],
    ['a broken token', 'A', 400],
  ])('with %s changes nothing', async (_what, token, status) => {
    const { body } = await new Browser(service.url).send('POST', `/api/unsubscribe/${token}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: form,
    });
    expect(body).toMatchObject({ statusCode: status });
  });

  it('with the token for reading is refused', async () => {
    expect((await new Browser(service.url).post(`/api/unsubscribe/${reader.token('read')}`, {})).status).toBe(404);
  });

  it.each([
    ['text/plain', 'List-Unsubscribe=One-Click', 415],
    ['application/x-www-form-urlencoded', `x=${'y'.repeat(5000)}`, 413],
  ])('with an unsupported or oversized body is refused: %s', async (type, body, status) => {
    expect(
      (await new Browser(service.url).send('POST', pathOf(reader), { body, headers: { 'content-type': type } })).status,
    ).toBe(status);
  });

  it('after a refund keeps the refund’s state', async () => {
    await query(
      `update funnel.courses set status = 'stopped', stop_reason = 'refunded', next_due_at = null, stopped_at = now() where order_id = $1`,
      [reader.orderId],
    );
    expect((await leave()).body).toMatchObject({ status: 'unsubscribed', resumeUntil: null });
    expect(await courseOf(reader)).toMatchObject({ stop_reason: 'refunded' });
  });

  it('limits guesses, and only guesses', async () => {
    const limited = await startService({ env: { RATE_LIMITS: 'on' }, clock: () => now });
    // Until Redis is ready, each process counts for itself.
    await expect.poll(() => limited.app.get<Redis>(REDIS).isReady).toBe(true);
    // Of this attempt alone: counts outlive it, and a retried test would begin with them.
    const from = new Browser(limited.url, { 'x-forwarded-for': `203.0.113.${(guessers += 1)}` });
    const statuses: number[] = [];
    // One after the other: a guess to which Redis has no timely answer is counted by the process instead.
    while (statuses.at(-1) !== 429 && statuses.length < 100)
      statuses.push((await from.post(`/api/unsubscribe/${'A'.repeat(43)}`, {})).status);
    // A request that a slow store fails (503) is no guess.
    expect(statuses.filter((status) => status === 404)).toHaveLength(OTHER_LIMITS.unknownLink.points);
    expect(statuses.at(-1)).toBe(429);
    expect((await from.post(pathOf(reader), {})).status).toBe(200);
    await limited.stop();
  });
});

describe('the response to a mail program’s one click', () => {
  const click = () =>
    new Browser(service.url).send('POST', pathOf(reader), {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const mails = () =>
    query(`select kind, details from funnel.deliveries where order_id = $1 and kind = 'stopped'`, [reader.orderId]);

  it('is one mail with a link to resume, however often it is clicked', async () => {
    await Promise.all([click(), click(), click()]);
    advanceClock(1);
    await click();
    expect(await mails()).toEqual([
      {
        kind: 'stopped',
        details: {
          resumeUntil: new Date(PAID_AT.getTime() + RESUME_DAYS * DAY_MS).toISOString(),
          anotherRuns: false,
        },
      },
    ]);
  });

  it('names the order that was stopped, and says if another course of that reader goes on', async () => {
    const other = await aReader(service, { email: reader.email.toUpperCase(), paidAt: PAID_AT });
    await click();
    const [row] = await query(`select id from funnel.deliveries where order_id = $1 and kind = 'stopped'`, [
      reader.orderId,
    ]);
    const [order] = await query('select number from funnel.orders where id = $1', [reader.orderId]);
    const delivery = await loadDelivery(service.app.get(PrismaService), String(row?.['id']));
    const { subject, text } = await service.app.get(Composer).compose(delivery!);
    expect(subject).toContain(String(order?.['number']));
    for (const words of [
      `you will get no more lessons of your 4-week plan (order ${String(order?.['number'])}).`,
      'Your other course goes on; the unsubscribe link in its own emails stops that one.',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(await courseOf(other)).toMatchObject({ status: 'active' });
  });

  it('is no mail if the page was used, which offers to resume by itself', async () => {
    await leave();
    expect(await mails()).toEqual([]);
  });

  it('is no mail if there is nothing to resume', async () => {
    await query(
      `update funnel.courses set status = 'finished', finished_at = now(), next_due_at = null, lessons_queued = days where order_id = $1`,
      [reader.orderId],
    );
    await click();
    expect(await mails()).toEqual([]);
  });
});

describe('resuming', () => {
  it('continues the course where it stopped, at the reader’s next hour', async () => {
    await leave();
    advanceClock(3);
    const { status, body } = await resume();
    // 07:00 in Berlin, where it is winter.
    expect([status, resumed.parse(body)]).toEqual([
      200,
      { status: 'active', nextLessonAt: '2026-03-06T06:00:00.000Z' },
    ]);
    expect(await courseOf(reader)).toMatchObject({
      status: 'active',
      stop_reason: null,
      lessons_queued: 2,
      next_due_at: new Date('2026-03-06T06:00:00Z'),
    });
  });

  it('sends the last lesson of a finished course, however often it is requested', async () => {
    await query(
      `update funnel.courses set status = 'finished', finished_at = now(), next_due_at = null, lessons_queued = days where order_id = $1`,
      [reader.orderId],
    );
    await query(`update funnel.deliveries set status = 'queued', sent_at = null where order_id = $1 and place = 2`, [
      reader.orderId,
    ]);
    expect((await leave()).body).toMatchObject({ resumeUntil: expect.any(String) });
    advanceClock(1);
    for (const { body } of [await resume(), await resume()])
      expect(body).toEqual({ status: 'active', nextLessonAt: now.toISOString() });
    expect(await courseOf(reader)).toMatchObject({ status: 'finished', stop_reason: null, next_due_at: null });
  });

  it('sends a lesson that was held back, under its own Message-ID', async () => {
    await query(`update funnel.deliveries set status = 'queued', sent_at = null where order_id = $1 and place = 2`, [
      reader.orderId,
    ]);
    const idOf = () =>
      query(`select id, message_id from funnel.deliveries where order_id = $1 and place = 2 and status = 'queued'`, [
        reader.orderId,
      ]);
    const before = await idOf();
    await leave();
    await resume();
    expect(await idOf()).toEqual(before);
    expect(
      await query(`select count(*)::int as jobs from graphile_worker.jobs where key = $1`, [
        `send:${String(before[0]?.['id'])}`,
      ]),
    ).toEqual([{ jobs: 1 }]);
  });

  it('twice returns the same', async () => {
    await leave();
    const first = await resume();
    expect((await resume()).text).toBe(first.text);
  });

  it.each([
    ['after the time to resume', async () => advanceClock(RESUME_DAYS + 1)],
    [
      'after a refund',
      () =>
        query(
          `update funnel.orders set status = 'refunded', refunded_at = now(), refunded_cents = amount_cents where id = $1`,
          [reader.orderId],
        ),
    ],
    [
      'after a bounce',
      () => query(`update funnel.courses set stop_reason = 'bounced' where order_id = $1`, [reader.orderId]),
    ],
  ])('is not possible %s', async (_when, happen) => {
    await leave();
    await happen();
    expect((await resume()).body).toMatchObject({ statusCode: 409, code: 'resume_ended' });
    expect(await courseOf(reader)).toMatchObject({ status: 'stopped' });
  });

  it('is offered and done by the course page for the same time', async () => {
    await leave();
    const browser = await openedBy(service, reader);
    const until = new Date(PAID_AT.getTime() + RESUME_DAYS * DAY_MS);
    now = until;
    expect((await browser.get('/api/course')).body).toMatchObject({ resumeUntil: until.toISOString() });
    now = new Date(until.getTime() + 1);
    expect((await browser.get('/api/course')).body).toMatchObject({ stopReason: 'unsubscribed', resumeUntil: null });
    const late = await browser.post('/api/course/resume', {});
    expect(late.body).toMatchObject({ statusCode: 409, code: 'resume_ended' });
    expect(await courseOf(reader)).toMatchObject({ status: 'stopped' });
    now = new Date(PAID_AT.getTime() + 3 * DAY_MS);
    for (const { body } of [await browser.post('/api/course/resume', {}), await browser.post('/api/course/resume', {})])
      expect(courseView.parse(body)).toMatchObject({
        status: 'active',
        stopReason: null,
        resumeUntil: null,
        nextLessonAt: '2026-03-06T06:00:00.000Z',
      });
  });

  it('on the course page requires the reader’s cookie, and acts on the order that the page shows', async () => {
    await leave();
    const browser = await openedBy(service, reader);
    expect((await new Browser(service.url).post('/api/course/resume', {})).body).toMatchObject({
      code: 'link_missing',
    });
    expect((await browser.post('/api/course/resume?order=DY6C-2R5P', {})).body).toMatchObject({ code: 'other_order' });
    expect(await courseOf(reader)).toMatchObject({ status: 'stopped' });
  });

  it('accepts neither forms nor calls from other sites', async () => {
    await leave();
    const send = (headers: Record<string, string>) =>
      new Browser(service.url).send('POST', `${pathOf(reader)}/resume`, { body: '{}', headers });
    expect((await send({ 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await send({ 'content-type': 'application/json', origin: 'https://mail.example' })).status).toBe(403);
  });
});

describe('the link to a refund', () => {
  const PATH = '/api/course/refund-request';
  const linkMails = () =>
    query(`select details from funnel.deliveries where order_id = $1 and kind = 'course_link'`, [reader.orderId]);

  it('is not the one that opens the course: the recipient of a forwarded lesson can read it, but not request a refund', async () => {
    const forwarded = await openedBy(service, reader);
    for (const answer of [await forwarded.get(PATH), await forwarded.post(PATH, {})])
      expect(answer.body).toMatchObject({ statusCode: 401, code: 'refund_link_missing' });
    expect(await query('select 1 from funnel.refund_requests where order_id = $1', [reader.orderId])).toEqual([]);
  });

  it('opens the refund page and no lesson', async () => {
    const browser = await openedBy(service, reader, 'refund');
    expect([(await browser.get(PATH)).status, (await browser.get('/api/course')).status]).toEqual([200, 401]);
  });

  it('is mailed to the buyer on request, and not part of the response', async () => {
    const browser = await openedBy(service, reader);
    const { status, body } = await browser.post(`${PATH}/link`, {});
    expect([status, body]).toEqual([202, { accepted: true }]);
    expect(await linkMails()).toEqual([{ details: { purpose: 'refund' } }]);
    expect(
      (
        await openedBy(
          service,
          { ...reader, token: (purpose) => reader.token(purpose, purpose === 'refund' ? 2 : 1) },
          'refund',
        )
      ).cookie,
    ).toContain('course_refund=');
    // Opening it ended the link in the confirmation.
    expect((await new Browser(service.url).post('/api/course/session', { token: reader.token('refund') })).status).toBe(
      404,
    );
    expect((await browser.get('/api/course')).status).toBe(200);
  });

  it('is not mailed unless a course is open', async () => {
    expect((await new Browser(service.url).post(`${PATH}/link`, {})).status).toBe(401);
    expect(await linkMails()).toEqual([]);
  });
});

describe('a refund request', () => {
  const PATH = '/api/course/refund-request';
  const requests = () =>
    query('select reason, status from funnel.refund_requests where order_id = $1', [reader.orderId]);
  const mails = () =>
    query(`select kind from funnel.deliveries where order_id = $1 and kind like '%refund_request' order by kind`, [
      reader.orderId,
    ]);

  it('from a page that shows another order than the one opened last applies to neither', async () => {
    const other = await aReader(service, { paidAt: PAID_AT });
    const browser = await openedBy(service, reader, 'refund');
    const { orderNumber } = refundView.parse((await browser.get(PATH)).body);
    browser.cookie = (await openedBy(service, other, 'refund')).cookie;
    expect((await browser.post(`${PATH}?order=${orderNumber}`, {})).body).toMatchObject({
      statusCode: 409,
      code: 'other_order',
    });
    expect(
      await query('select 1 from funnel.refund_requests where order_id = any($1)', [[reader.orderId, other.orderId]]),
    ).toEqual([]);
  });

  it('shows what was bought and until when it can be refunded: the end of the 30th day in the reader’s time zone', async () => {
    const { body } = await (await openedBy(service, reader, 'refund')).get(PATH);
    expect(refundView.parse(body)).toEqual({
      status: 'possible',
      orderNumber: expect.stringMatching(/^.{4}-.{4}$/),
      planTitle: '4-WEEK PLAN',
      amountCents: FOUR_WEEKS_CENTS,
      currency: 'usd',
      paidAt: PAID_AT.toISOString(),
      // Daylight saving time has begun by then.
      until: '2026-04-01T21:59:59.999Z',
      requestedAt: null,
      refundedAt: null,
    });
  });

  it('is recorded, and mailed to buyer and owner', async () => {
    const { status, body } = await (
      await openedBy(service, reader, 'refund')
    ).post(PATH, { reason: '  Not for me.  ' });
    expect([status, body]).toMatchObject([200, { status: 'requested', requestedAt: PAID_AT.toISOString() }]);
    expect(await requests()).toEqual([{ reason: 'Not for me.', status: 'open' }]);
    expect(await mails()).toEqual([{ kind: 'owner_refund_request' }, { kind: 'refund_request' }]);
  });

  it('counts once if it is sent many times concurrently', async () => {
    const browser = await openedBy(service, reader, 'refund');
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post(PATH, {})));
    expect(answers.map(({ body }) => refundView.parse(body).status)).toEqual(Array(5).fill('requested'));
    expect([(await requests()).length, (await mails()).length]).toEqual([1, 2]);
  });

  it.each([
    [
      'over',
      'after the guarantee',
      () => query(`update funnel.orders set paid_at = paid_at - interval '31 days' where id = $1`, [reader.orderId]),
    ],
    [
      'disputed',
      'after a dispute',
      () => query(`update funnel.orders set status = 'disputed', disputed_at = now() where id = $1`, [reader.orderId]),
    ],
    [
      'declined',
      'after the owner declined',
      () =>
        query(`insert into funnel.refund_requests values (gen_random_uuid(), $1, null, 'declined', now(), now())`, [
          reader.orderId,
        ]),
    ],
  ])('is refused as %s %s, and changes nothing', async (status, _when, happen) => {
    await happen();
    const before = await requests();
    expect((await (await openedBy(service, reader, 'refund')).post(PATH, {})).body).toMatchObject({ status });
    expect([await requests(), await mails()]).toEqual([before, []]);
  });

  it('waits for a refund that is being stored, and is then refused as refunded', async () => {
    const browser = await openedBy(service, reader, 'refund');
    const refund = await hold(
      `update funnel.orders set status = 'refunded', refunded_cents = amount_cents, refunded_at = now() where id = $1`,
      [reader.orderId],
    );
    const answer = browser.post(PATH, {});
    await expect.poll(() => refund.waiting()).toBe(1);
    await refund.letGo();
    expect((await answer).body).toMatchObject({ status: 'refunded' });
    expect([await requests(), await mails()]).toEqual([[], []]);
  });

  it('is possible until the last moment of the guarantee', async () => {
    now = new Date('2026-04-01T21:59:59Z');
    expect((await (await openedBy(service, reader, 'refund')).get(PATH)).body).toMatchObject({ status: 'possible' });
    now = new Date('2026-04-01T22:00:00Z');
    expect((await (await openedBy(service, reader, 'refund')).get(PATH)).body).toMatchObject({ status: 'over' });
  });

  it.each<[string, object]>([
    ['an empty reason', { reason: '' }],
    ['an overlong reason', { reason: 'x'.repeat(2001) }],
    ['a NUL character', { reason: 'a\0b' }],
    ['another field', { amount: 1 }],
  ])('with %s returns 400', async (_what, body) => {
    expect((await (await openedBy(service, reader, 'refund')).post(PATH, body)).status).toBe(400);
  });
});
