import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEnrolled, aPrisma } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { hold } from '../../../test/hold.ts';
import { courseOf, deliveriesOf, jobsOf, type AnOrder } from '../../../test/orders.ts';
import { LINK_KEY, type StartedService, startService } from '../../../test/service.ts';
import { sendAgain } from '../../admin-cli/course/resend.ts';
import type { PrismaService } from '../../platform/prisma.ts';
import { redirectCourse } from '../enrolment/redirect-course.ts';
import { findStop, forgetStoppedAddresses, liftStop } from '../deliveries/stopped-addresses.ts';
import { DAY_MS } from '../../platform/clock.ts';

const MAILGUN_KEY = 'a-mailgun-signing-key-of-these-tests';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let service: StartedService;
let prisma: PrismaService;
let now = new Date();
beforeAll(async () => {
  prisma = aPrisma();
  service = await startService({
    clock: () => now,
    env: {
      MAILGUN_SIGNING_KEY: MAILGUN_KEY,
      SENDGRID_VERIFICATION_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
  });
});
afterAll(async () => {
  await service.stop();
  await prisma.onApplicationShutdown();
});

const seconds = (at = Date.now()) => String(Math.floor(at / 1000));
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/mail-events/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const mailgunSignature = ({ key = MAILGUN_KEY, timestamp = seconds(), token = randomUUID() } = {}) => ({
  timestamp,
  token,
  signature: createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex'),
});

interface Mail {
  readonly id: string;
  readonly messageId: string;
  readonly to: string;
}

const mailgun = (mail: Mail, change: object = {}, signature: object = mailgunSignature()) => {
  const event = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: mail.to,
    timestamp: Date.now() / 1000,
    message: { headers: { 'message-id': mail.messageId.slice(1, -1) } },
    'delivery-status': { 'enhanced-code': '5.1.1' },
    ...change,
  };
  return post('mailgun', JSON.stringify({ signature, 'event-data': event }));
};

const sendgrid = (events: unknown, { timestamp = seconds(), key = privateKey, tampered = '' } = {}) => {
  const body = JSON.stringify(events);
  const signature = sign('sha256', Buffer.from(`${timestamp}${body}`), key).toString('base64');
  return post('sendgrid', body + tampered, {
    'x-twilio-email-event-webhook-signature': signature,
    'x-twilio-email-event-webhook-timestamp': timestamp,
  });
};

/** A reader whose confirmation and first lesson have been sent. */
const aReader = async (): Promise<{ order: AnOrder; mail: Mail }> => {
  now = new Date();
  const order = await anEnrolled(prisma, now);
  const id = randomUUID();
  const messageId = `<${id}@daybreak-ai.example>`;
  await query(`update funnel.deliveries set status = 'sent', sent_at = $2 where order_id = $1`, [order.id, now]);
  await query(
    `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at, sent_at) values ($1, $2, 'lesson', 1, $3, 'sent', $4, $4)`,
    [id, order.id, messageId, now],
  );
  return { order, mail: { id, messageId, to: order.email } };
};

const stopOf = (address: string) => findStop(prisma, [LINK_KEY], address);
const lessonOf = async (order: AnOrder) => (await deliveriesOf(order)).find(({ kind }) => kind === 'lesson');
const outcomes = async ({ id }: Mail) =>
  (await query('select outcome from funnel.mail_events where delivery_id = $1 order by received_at, id', [id])).map(
    ({ outcome }) => outcome,
  );

describe('a hard bounce', () => {
  it('stops the address and its course, and marks the mail as failed', async () => {
    const { order, mail } = await aReader();
    expect((await mailgun(mail)).status).toBe(200);
    expect(await stopOf(order.email.toUpperCase())).toMatchObject({ reason: 'bounced', status: '5.1.1' });
    expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced', next_due_at: null });
    expect(await lessonOf(order)).toMatchObject({ status: 'failed', sent_at: null, last_error: 'bounced 5.1.1' });
  });

  it('locks the course before the mail, as everything that stops a course does', async () => {
    const { order, mail } = await aReader();
    const course = await hold('select 1 from funnel.courses where order_id = $1 for update', [order.id]);
    const answer = mailgun(mail);
    await expect.poll(() => course.waiting()).toBe(1);
    await query('select 1 from funnel.deliveries where id = $1 for update nowait', [mail.id]);
    await course.letGo();
    expect((await answer).status).toBe(200);
    expect(await lessonOf(order)).toMatchObject({ status: 'failed' });
  });

  it('stops nothing if the reader’s address is corrected while it is applied', async () => {
    const { order, mail } = await aReader();
    const correction = await hold('update funnel.courses set email = $2 where order_id = $1', [
      order.id,
      `new-${order.email}`,
    ]);
    const answer = mailgun(mail);
    await expect.poll(() => correction.waiting()).toBe(1);
    await correction.letGo();
    expect([(await answer).status, await outcomes(mail)]).toEqual([200, ['other_address']]);
    expect(await stopOf(mail.to)).toBeNull();
    expect(await lessonOf(order)).toMatchObject({ status: 'sent' });
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
  });

  it('is also accepted from SendGrid', async () => {
    const { order, mail } = await aReader();
    const event = {
      event: 'bounce',
      type: 'bounce',
      email: mail.to,
      timestamp: 1,
      sg_event_id: randomUUID(),
      message_id: mail.messageId,
    };
    expect((await sendgrid([event, { ...event, event: 'processed', sg_event_id: 'x' }])).status).toBe(200);
    expect(await courseOf(order)).toMatchObject({ stop_reason: 'bounced' });
  });

  it('can be lifted, so that the address gets mail again', async () => {
    const { mail } = await aReader();
    await mailgun(mail);
    expect([await liftStop(prisma, [LINK_KEY], mail.to), await liftStop(prisma, [LINK_KEY], mail.to)]).toEqual([
      true,
      false,
    ]);
    expect(await stopOf(mail.to)).toBeNull();
  });
});

describe('a complaint', () => {
  it('stops every course of the address at once, and leaves the mail as sent', async () => {
    const { order, mail } = await aReader();
    const other = await anEnrolled(prisma, now, { email: order.email });
    await mailgun(mail, { event: 'complained', severity: null, reason: null });
    expect(await stopOf(order.email)).toMatchObject({ reason: 'complained' });
    for (const stopped of [order, other])
      expect(await courseOf(stopped)).toMatchObject({ status: 'stopped', stop_reason: 'complained' });
    expect(await lessonOf(order)).toMatchObject({ status: 'sent' });
  });

  it('stays one when a bounce follows', async () => {
    const { mail } = await aReader();
    await mailgun(mail, { event: 'complained' });
    await mailgun(mail);
    expect(await stopOf(mail.to)).toMatchObject({ reason: 'complained' });
  });
});

describe('a soft bounce', () => {
  const soft = (mail: Mail) => mailgun(mail, { 'delivery-status': { 'enhanced-code': '5.2.2' } });
  const markSent = ({ id }: Mail) =>
    query(`update funnel.deliveries set status = 'sent', sent_at = $2 where id = $1`, [id, now]);

  it('sends the mail again a day later, however often it is reported', async () => {
    const { order, mail } = await aReader();
    await soft(mail);
    await soft(mail);
    expect(await outcomes(mail)).toEqual(expect.arrayContaining(['retried', 'counted']));
    expect(await lessonOf(order)).toMatchObject({
      status: 'queued',
      due_at: new Date(now.getTime() + DAY_MS),
      last_error: 'bounced 5.2.2',
    });
    const [job, ...others] = (await jobsOf(order)).filter(({ key }) => key === `send:${mail.id}`);
    expect(others).toEqual([]);
    expect((job?.['run_at'] as Date).getTime()).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    expect(await stopOf(mail.to)).toBeNull();
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
  });

  it('counts once a day, however often it is reported', async () => {
    const { order, mail } = await aReader();
    for (let day = 0; day < 4; day += 1) {
      await soft(mail);
      await soft(mail);
      now = new Date(now.getTime() + DAY_MS + 60_000);
      await markSent(mail);
    }
    expect(await stopOf(mail.to)).toBeNull();
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
  });

  it.each<[string, (order: AnOrder) => Promise<unknown>]>([
    ['a new address', ({ id, email }) => redirectCourse(prisma, { id, email }, `new-${email}`, now)],
    ['an address whose stop was lifted', ({ email }) => liftStop(prisma, [LINK_KEY], email)],
  ])('starts counting again for %s', async (_what, change) => {
    const { order, mail } = await aReader();
    for (let day = 0; day < 4; day += 1) {
      await soft(mail);
      now = new Date(now.getTime() + DAY_MS + 60_000);
      await markSent(mail);
    }
    await change(order);
    const [course] = await query('select email from funnel.courses where order_id = $1', [order.id]);
    await soft({ ...mail, to: String(course?.['email']) });
    expect(await lessonOf(order)).toMatchObject({ status: 'queued' });
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
  });

  it('counts as a hard bounce the fifth time within two weeks', async () => {
    const { order, mail } = await aReader();
    const statuses = [];
    for (let day = 0; day < 5; day += 1) {
      await soft(mail);
      statuses.push((await lessonOf(order))?.['status']);
      now = new Date(now.getTime() + DAY_MS + 60_000);
      if (day < 4) await markSent(mail);
    }
    expect(statuses).toEqual(['queued', 'queued', 'queued', 'queued', 'failed']);
    expect(await stopOf(mail.to)).toMatchObject({ reason: 'bounced' });
    expect(await courseOf(order)).toMatchObject({ stop_reason: 'bounced' });
  });
});

describe('about the first copy of a lesson that was sent again', () => {
  const aReaderOfTwoCopies = async () => {
    const reader = await aReader();
    const { order, mail } = reader;
    const lesson = { id: mail.id, kind: 'lesson', messageId: mail.messageId, details: { minutes: 15 } } as const;
    await prisma.$transaction((db) => sendAgain(db, lesson, now));
    await query(`update funnel.deliveries set status = 'sent', sent_at = $2 where order_id = $1`, [order.id, now]);
    return reader;
  };

  it.each([
    ['a hard bounce', {}, 'bounced', 'failed'],
    ['a complaint', { event: 'complained' }, 'complained', 'sent'],
  ])('%s stops its reader', async (_what, change, reason, status) => {
    const { order, mail } = await aReaderOfTwoCopies();
    await mailgun(mail, change);
    expect(await stopOf(mail.to)).toMatchObject({ reason });
    expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: reason });
    expect(await lessonOf(order)).toMatchObject({ status });
  });

  it('a hard bounce stops its reader, however often the lesson was sent again since', async () => {
    const { order, mail } = await aReaderOfTwoCopies();
    const lesson = await prisma.delivery.findUniqueOrThrow({ where: { id: mail.id } });
    await prisma.$transaction((db) => sendAgain(db, { ...lesson, kind: 'lesson' }, now));
    await mailgun(mail);
    expect(await stopOf(mail.to)).toMatchObject({ reason: 'bounced' });
    expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced' });
  });

  it.each([0, 1])(
    'a hard bounce stops its reader if an earlier release sent it again, and this one %i times',
    async (times) => {
      const { order, mail } = await aReader();
      await query(
        `update funnel.deliveries set message_id = $2, details = jsonb_build_object('earlierMessageId', $3::text) where id = $1`,
        [mail.id, `<${randomUUID()}@daybreak-ai.example>`, mail.messageId],
      );
      for (let sent = 0; sent < times; sent += 1) {
        const lesson = await prisma.delivery.findUniqueOrThrow({ where: { id: mail.id } });
        await prisma.$transaction((db) => sendAgain(db, { ...lesson, kind: 'lesson' }, now));
      }
      await mailgun(mail);
      expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced' });
    },
  );

  it('a soft bounce is only recorded', async () => {
    const { order, mail } = await aReaderOfTwoCopies();
    await mailgun(mail, { 'delivery-status': { 'enhanced-code': '5.2.2' } });
    expect(await outcomes(mail)).toEqual(['counted']);
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
    expect(await lessonOf(order)).toMatchObject({ status: 'sent' });
  });
});

describe('has no effect:', () => {
  const unharmed = async ({ order, mail }: { order: AnOrder; mail: Mail }) => {
    expect(await stopOf(mail.to)).toBeNull();
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
    expect(await lessonOf(order)).toMatchObject({ status: 'sent' });
  };

  it('a bounce of a mail that is not ours, although the address is', async () => {
    const reader = await aReader();
    expect((await mailgun({ ...reader.mail, messageId: '<made-up@elsewhere.example>' })).status).toBe(200);
    await unharmed(reader);
  });

  it('a bounce of a known mail with another address: the reader has corrected it since', async () => {
    const reader = await aReader();
    await mailgun({ ...reader.mail, to: 'old@example.com' });
    expect(await outcomes(reader.mail)).toEqual(['other_address']);
    await unharmed(reader);
    expect(await stopOf('old@example.com')).toBeNull();
  });

  it('a second delivery of the same event', async () => {
    const { order, mail } = await aReader();
    const signature = mailgunSignature();
    await mailgun(mail, {}, signature);
    await liftStop(prisma, [LINK_KEY], order.email);
    expect((await mailgun(mail, {}, signature)).status).toBe(200);
    expect(await stopOf(order.email)).toBeNull();
  });

  it('a Mailgun token that was used for something else before', async () => {
    const reader = await aReader();
    const signature = mailgunSignature();
    await mailgun(reader.mail, { event: 'delivered' }, signature);
    expect((await mailgun(reader.mail, {}, signature)).status).toBe(200);
    await unharmed(reader);
  });

  it.each([
    ['with another key', () => mailgunSignature({ key: 'another-key-of-somebody-else' })],
    ['from two days ago', () => mailgunSignature({ timestamp: seconds(Date.now() - 2 * DAY_MS) })],
    ['from tomorrow', () => mailgunSignature({ timestamp: seconds(Date.now() + DAY_MS) })],
    ['without a valid time', () => mailgunSignature({ timestamp: 'now' })],
    ['that is malformed', () => ({ ...mailgunSignature(), signature: 'zz' })],
    ['for another token', () => ({ ...mailgunSignature(), token: 'other' })],
  ])('a Mailgun signature %s: 400, and counted', async (_case, signature) => {
    const reader = await aReader();
    const refused = () =>
      query(`select coalesce(sum(count), 0)::int as n from funnel.refusals where kind = 'mail_signature'`);
    const [before] = await refused();
    const answer = await mailgun(reader.mail, {}, signature());
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_signature' })]);
    expect((await refused())[0]).toEqual({ n: Number(before?.['n']) + 1 });
    await unharmed(reader);
  });

  it.each([
    ['for a changed body', { tampered: ' ' }],
    ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey }],
    ['from two days ago', { timestamp: seconds(Date.now() - 2 * DAY_MS) }],
  ])('a SendGrid signature %s: 400', async (_case, how) => {
    const reader = await aReader();
    const event = {
      event: 'spamreport',
      email: reader.mail.to,
      timestamp: 1,
      sg_event_id: randomUUID(),
      message_id: reader.mail.messageId,
    };
    expect((await sendgrid([event], how)).status).toBe(400);
    await unharmed(reader);
  });
});

it.each([
  ['no JSON', 'mailgun', '{', 400],
  ['no body', 'mailgun', '', 400],
  ['another shape', 'mailgun', '[]', 400],
  ['a body that is too large', 'mailgun', 'x'.repeat(1024 * 1024 + 1), 413],
  ['an unknown provider', 'nobody', '{}', 404],
])('rejects %s (%s)', async (_case, path, body, status) => {
  expect((await post(path, body)).status).toBe(status);
});

it('rejects reports of a provider whose key is not set', async () => {
  const withoutKeys = await startService();
  const answers = await Promise.all(
    ['mailgun', 'sendgrid'].map((path) =>
      fetch(`${withoutKeys.url}/api/mail-events/${path}`, { method: 'POST', body: '{}' }),
    ),
  );
  await withoutKeys.stop();
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

it('logs neither addresses nor Message-IDs', async () => {
  const { mail } = await aReader();
  await mailgun(mail);
  expect(service.log()).toContain('mail event');
  expect(service.log()).not.toMatch(/reader-|@daybreak|@example/);
});

it('keeps the address of an erased person stopped by its keyed hash alone', async () => {
  const { mail } = await aReader();
  await mailgun(mail, { event: 'complained' });
  await forgetStoppedAddresses(prisma, [mail.to.toUpperCase()]);
  expect(await query('select 1 from funnel.stopped_addresses where lower(address) = $1', [mail.to])).toEqual([]);
  expect(await stopOf(mail.to)).toMatchObject({ address: null, reason: 'complained' });
  expect(await findStop(prisma, ['a-newer-link-key-of-these-tests-00001', LINK_KEY], mail.to)).not.toBeNull();
});
