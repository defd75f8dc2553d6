import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { SENDING, testEnv } from '../../../test/service.ts';
import { ComposeError, MailError } from '../mails/mail-error.ts';
import { Mailer, type OutgoingMail } from '../mails/mailer.ts';
import { parseEnv } from '../../platform/env.ts';
import { findAll } from '../../health/find.ts';
import { createLogger } from '@course/service-kit';
import { PrismaService } from '../../platform/prisma.ts';
import { startWorker, type QueueWorker } from '../../queue/run-worker.ts';
import type { Task, TaskName } from '../../queue/tasks.ts';
import { queueDueLessons } from './due-lessons.ts';
import { enrol } from '../enrolment/enrol.ts';
import { redirectCourse } from '../enrolment/redirect-course.ts';
import type { LoadedDelivery } from '../mails/loaded-delivery.ts';
import { inDomainOf, messageIdOf } from '../deliveries/queue-mail.ts';
import { stopAddress } from '../deliveries/stopped-addresses.ts';
import { sendTask } from './send.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import { ownStores } from '../../../test/own-stores.ts';
import { startMailServer, type MailServer } from '../../../test/mail-server.ts';
import { anOrder, courseOf, deliveriesOf, jobsOf, skipPauses, type AnOrder } from '../../../test/orders.ts';

const env = parseEnv(testEnv());
const lines: string[] = [];
const logger = createLogger('svc-funnel', 'debug', { write: (line) => void lines.push(line) });
let prisma: PrismaService;
let stores: Awaited<ReturnType<typeof ownStores>>;
let server: MailServer;
let mailer: Mailer;
/** For a server that hangs. */
let impatientMailer: Mailer;
let worker: QueueWorker;
let now = new Date();
const outcomes: string[] = [];

/**
 * Lets the next attempt wait for `skipPauses`, so that slow tests see the first one's result, too. The queue's own
 * functions leave running jobs alone.
 */
const postponeRetry = (deliveryId: string) =>
  query(`update graphile_worker._private_jobs set run_at = now() + interval '1 day' where key = $1`, [
    `send:${deliveryId}`,
  ]);

const compose = async ({ id, email, messageId, kind, place }: LoadedDelivery): Promise<OutgoingMail> => {
  await postponeRetry(id);
  return {
    to: email ?? '',
    subject: `${kind} ${place ?? ''}`,
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId,
  };
};

beforeAll(async () => {
  stores = await ownStores();
  prisma = new PrismaService(parseEnv(testEnv({ DATABASE_URL: stores.funnelDatabaseUrl })), logger);
  server = await startMailServer();
  const settings = { smtpUrl: server.url, from: env.mail.from };
  mailer = new Mailer(settings);
  impatientMailer = new Mailer({ ...settings, timeouts: { socket: 300, mail: 2000 } });
  const send = sendTask({
    ...SENDING,
    prisma,
    clock: () => now,
    compose,
    mailer: { send: (mail) => (server.behaviour === 'hang' ? impatientMailer : mailer).send(mail) },
    onOutcome: (kind, outcome) => outcomes.push(`${kind} ${outcome}`),
  });
  const tasks = new Map<TaskName, Task<never>>([
    ['send', send as Task<never>],
    ['send-lesson', send as Task<never>],
  ]);
  worker = startWorker({ databaseUrl: stores.funnelDatabaseUrl, tasks, logger, concurrency: 4 });
});
afterAll(async () => {
  await worker.stop();
  mailer.close();
  impatientMailer.close();
  await server.stop();
  await prisma.onApplicationShutdown();
  await stores.stop();
});
beforeEach(() => {
  server.behaviour = 'accept';
  now = new Date();
  outcomes.length = 0;
});

const enrolled = async (options: Parameters<typeof anOrder>[0] = {}): Promise<AnOrder> => {
  const order = await anOrder(options);
  await prisma.$transaction(async (db) =>
    enrol(db, await db.order.findUniqueOrThrow({ where: { id: order.id } }), { now, course: env.course }),
  );
  return order;
};

/** Moves the clock to the course's next due time and queues its lesson. */
const nextLesson = async (order: AnOrder): Promise<void> => {
  now = (await courseOf(order))['next_due_at'] as Date;
  await queueDueLessons(prisma, { now, sendHour: env.course.sendHour });
};

const statusOf = async (order: AnOrder, kind: string) =>
  (await deliveriesOf(order)).filter((row) => row['kind'] === kind).map(({ status }) => status);

it('sends the confirmation once, under the Message-ID of its row', async () => {
  const order = await enrolled();
  await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
  const [row] = await deliveriesOf(order);
  expect(server.to(order.email).map(({ messageId }) => messageId)).toEqual([row?.['message_id']]);
  expect(row).toMatchObject({ attempts: 1, last_error: null, sent_at: now });
  await expect.poll(() => jobsOf(order)).toEqual([]);
});

it('uses a Message-ID in the sender’s domain and stores it in the row', async () => {
  const order = await anOrder();
  const id = randomUUID();
  await prisma.delivery.create({
    data: { id, orderId: order.id, kind: 'refund_request', messageId: messageIdOf(id), status: 'queued', dueAt: now },
  });
  const toShop = (delivery: LoadedDelivery) =>
    compose({
      ...delivery,
      email: order.email,
      messageId: inDomainOf(delivery.messageId, 'The Shop <hello@shop.example>'),
    });
  await sendTask({ ...SENDING, prisma, clock: () => now, compose: toShop, mailer })(
    { deliveryId: id },
    { attempt: 1, isLast: false },
  );
  expect([server.to(order.email)[0]?.messageId, (await deliveriesOf(order))[0]?.['message_id']]).toEqual([
    `<${id}@shop.example>`,
    `<${id}@shop.example>`,
  ]);
});

describe('an address that is corrected while a lesson is being sent', () => {
  const refuse = () => Promise.reject(new MailError('permanent', 'refused 550 5.1.1'));
  const stop = ({ email: address }: AnOrder) =>
    stopAddress(prisma, SENDING.linkKeys, { address, reason: 'bounced', status: '5.1.1', now });

  it.each([
    ['refused', () => Promise.resolve(), refuse],
    ['stopped', stop, () => Promise.resolve()],
  ])('gets the lesson when the earlier address is %s', async (_, before, respond) => {
    const order = await enrolled();
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
    await before(order);
    await query('update funnel.courses set lessons_queued = 1 where order_id = $1', [order.id]);
    const id = randomUUID();
    await prisma.delivery.create({
      data: {
        id,
        orderId: order.id,
        kind: 'lesson',
        place: 1,
        messageId: messageIdOf(id),
        status: 'queued',
        dueAt: now,
      },
    });
    const correct = async () => {
      const { email } = order;
      await prisma.$transaction((db) => redirectCourse(db, { id: order.id, email }, `new-${email}`, now));
    };
    const sent: string[] = [];
    const attempt = (isCorrected: boolean) =>
      sendTask({
        ...SENDING,
        prisma,
        clock: () => now,
        compose: async (delivery) => {
          const mail = await compose(delivery);
          if (!isCorrected) await correct();
          return mail;
        },
        mailer: {
          send: ({ to }) => (isCorrected ? Promise.resolve(void sent.push(to)) : respond()),
        },
      })({ deliveryId: id }, { attempt: 1, isLast: false });
    await expect(attempt(false)).rejects.toThrow('address corrected');
    expect([await statusOf(order, 'lesson'), await courseOf(order)]).toMatchObject([['queued'], { status: 'active' }]);
    await attempt(true);
    expect([await statusOf(order, 'lesson'), sent]).toEqual([['sent'], [`new-${order.email}`]]);
  });
});

it('stores why a mail cannot be composed', async () => {
  const order = await anOrder();
  const id = randomUUID();
  await prisma.delivery.create({
    data: { id, orderId: order.id, kind: 'refund_request', messageId: messageIdOf(id), status: 'queued', dueAt: now },
  });
  const unreadable = () => Promise.reject(new ComposeError('lesson day-12 unreadable'));
  const send = sendTask({ ...SENDING, prisma, clock: () => now, compose: unreadable, mailer });
  await expect(send({ deliveryId: id }, { attempt: 1, isLast: false })).rejects.toThrow();
  expect(await deliveriesOf(order)).toMatchObject([{ status: 'queued', last_error: 'lesson day-12 unreadable' }]);
});

it('sends a delivery once, even when it is queued again', async () => {
  const order = await enrolled();
  await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
  const [row] = await deliveriesOf(order);
  await query(
    `select id from graphile_worker.add_job('send', json_build_object('deliveryId', $1::text), job_key => 'again')`,
    [row?.['id']],
  );
  await expect.poll(() => query(`select 1 from graphile_worker.jobs where key = 'again'`)).toEqual([]);
  expect(server.to(order.email)).toHaveLength(1);
});

describe('a mail server', () => {
  it.each([
    ['that refuses for now', 'refuse-for-now', 'refused 451'],
    ['that refuses us, not the reader', 'refuse-login', 'refused 530'],
    ['that hangs', 'hang', 'timeout'],
    ['that drops in the middle', 'drop', 'unreachable'],
  ] as const)('%s: the mail is tried again and arrives once', async (_, behaviour, lastError) => {
    server.behaviour = behaviour;
    const order = await enrolled();
    await expect
      .poll(async () => (await deliveriesOf(order))[0])
      .toMatchObject({
        status: 'queued',
        attempts: 1,
        last_error: expect.stringMatching(behaviour === 'drop' ? /unreachable|timeout/ : lastError),
      });
    expect(server.to(order.email)).toEqual([]);
    server.behaviour = 'accept';
    await expect.poll(async () => (await jobsOf(order))[0]).toMatchObject({ locked_at: null, attempts: 1 });
    await skipPauses(order);
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
    expect(server.to(order.email)).toHaveLength(1);
    expect((await deliveriesOf(order))[0]).toMatchObject({ attempts: 2, last_error: null });
    expect(outcomes.slice(-2)).toEqual(['confirmation again', 'confirmation sent']);
  });

  it('that refuses the address for good: the confirmation is marked as failed, the course goes on', async () => {
    server.behaviour = 'refuse-address';
    const order = await enrolled();
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['failed']);
    expect((await deliveriesOf(order))[0]).toMatchObject({ attempts: 1, last_error: 'refused 550 5.1.1' });
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
    await expect.poll(() => jobsOf(order)).toEqual([]);
  });

  it('that refuses the address of a lesson for good: the lessons end', async () => {
    const order = await enrolled();
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
    server.behaviour = 'refuse-address';
    await nextLesson(order);
    await expect.poll(() => statusOf(order, 'lesson')).toEqual(['failed']);
    expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced', next_due_at: null });
  });

  it('that refuses the address of the last lesson for good: the finished course is stopped, too', async () => {
    const order = await enrolled();
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
    server.behaviour = 'refuse-address';
    await query('update funnel.courses set lessons_queued = days - 1 where order_id = $1', [order.id]);
    await nextLesson(order);
    await expect.poll(() => statusOf(order, 'lesson')).toEqual(['failed']);
    await expect.poll(() => courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced' });
  });

  it('that suspects spam: the lesson is retried and finally reported to the owner, and the course goes on', async () => {
    const order = await enrolled();
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
    server.behaviour = 'refuse-content';
    await nextLesson(order);
    await expect
      .poll(async () => (await deliveriesOf(order)).at(-1))
      .toMatchObject({ kind: 'lesson', status: 'queued', attempts: 1, last_error: 'refused 550' });
    await expect.poll(async () => (await jobsOf(order))[0]).toMatchObject({ locked_at: null, attempts: 1 });
    await query(
      'select graphile_worker.reschedule_jobs(array[id], run_at => now(), attempts => max_attempts - 1) from graphile_worker.jobs where id = $1',
      [(await jobsOf(order))[0]?.['id']],
    );
    await expect.poll(() => statusOf(order, 'lesson')).toEqual(['failed']);
    expect(await courseOf(order)).toMatchObject({ status: 'active', stop_reason: null });
    expect(
      (await findAll(prisma, { get: () => undefined }, now)).find(({ kind }) => kind === 'failed_mails')?.examples,
    ).toContain((await prisma.order.findUniqueOrThrow({ where: { id: order.id } })).number);
  });

  it('that never recovers: the mail is given up after the last attempt', async () => {
    server.behaviour = 'refuse-for-now';
    const order = await enrolled();
    await expect.poll(async () => (await jobsOf(order))[0]).toMatchObject({ locked_at: null, attempts: 1 });
    const [job] = await jobsOf(order);
    await query(
      'select graphile_worker.reschedule_jobs(array[id], run_at => now(), attempts => max_attempts - 1) from graphile_worker.jobs where id = $1',
      [job?.['id']],
    );
    await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['failed']);
    expect(outcomes.at(-1)).toBe('confirmation failed');
  });
});

it('cancels queued lessons of a course that has stopped', async () => {
  const order = await enrolled();
  await expect.poll(() => statusOf(order, 'confirmation')).toEqual(['sent']);
  server.behaviour = 'refuse-for-now';
  await nextLesson(order);
  await expect.poll(async () => (await deliveriesOf(order)).at(-1)).toMatchObject({ kind: 'lesson', attempts: 1 });
  expect(await prisma.$transaction((db) => stopCourse(db, order.id, 'unsubscribed', now))).toBe(true);
  expect(await statusOf(order, 'lesson')).toEqual(['cancelled']);
  server.behaviour = 'accept';
  await expect.poll(async () => (await jobsOf(order))[0]).toMatchObject({ locked_at: null });
  await skipPauses(order);
  await expect.poll(() => jobsOf(order)).toEqual([]);
  expect(server.to(order.email)).toHaveLength(1);
});

it('cancels a lesson of a refunded order even if the course was not stopped', async () => {
  const order = await enrolled();
  await query(
    `update funnel.orders set status = 'refunded', refunded_cents = amount_cents, refunded_at = now() where id = $1`,
    [order.id],
  );
  await nextLesson(order);
  await expect.poll(() => statusOf(order, 'lesson')).toEqual(['cancelled']);
});

it('keeps addresses out of the log and the queue', async () => {
  server.behaviour = 'refuse-for-now';
  const order = await enrolled({ email: 'private.reader@example.com' });
  await expect.poll(async () => (await jobsOf(order))[0]).toMatchObject({ locked_at: null, attempts: 1 });
  expect(lines.join('')).toContain('task failed');
  expect(lines.join('') + JSON.stringify(await jobsOf(order))).not.toMatch(/private\.reader/);
});
