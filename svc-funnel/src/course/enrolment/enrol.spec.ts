import { createHash } from 'node:crypto';
import { PLAN_VERSION, planCourse } from '@course/funnel/course';
import { afterAll, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { courseToken } from '../links/links.ts';
import { enrol } from './enrol.ts';
import { enrolMissing, requeueMailsWithoutJob } from '../course-tasks.ts';
import { aPrisma, anEnrolled } from '../../../test/courses.ts';
import { stopCourse, type StopReason } from './stop-and-resume.ts';
import { anOrder, courseOf, deliveriesOf, jobsOf } from '../../../test/orders.ts';

const prisma = aPrisma();
afterAll(() => prisma.onApplicationShutdown());

const now = new Date('2026-05-04T03:00:00Z');
const course = { sendHour: 7, linkKeys: [LINK_KEY] } as const;

const ANSWERS = { q2: 'become-boss', q8: 'expert', q9: 'daily', q15: '["design","marketing"]', q20: '5-min' };

it('starts a course with the visitor’s name, time zone, answers and plan', async () => {
  const order = await anEnrolled(prisma, now, {
    plan: '12week',
    name: 'Grace',
    checkoutZone: 'Asia/Tokyo',
    sessionZone: 'Europe/Berlin',
    answers: { ...ANSWERS, q1: '25-34' },
    planVersion: PLAN_VERSION,
  });
  expect(await courseOf(order)).toMatchObject({
    email: order.email,
    name: 'Grace',
    time_zone: 'Asia/Tokyo',
    days: 84,
    week_order: [],
    lesson_ids: planCourse(ANSWERS, 84).lessons.map(({ id }) => id),
    plan_version: PLAN_VERSION,
    plan_answers: ANSWERS,
    status: 'active',
    lessons_queued: 0,
    next_due_at: new Date('2026-05-04T22:00:00Z'),
  });
});

it.each<[string, Parameters<typeof anEnrolled>[2], string]>([
  ['the checkout’s zone', { checkoutZone: 'Asia/Tokyo', sessionZone: 'Europe/Berlin' }, 'Asia/Tokyo'],
  ['the session’s zone when the checkout has none', { sessionZone: 'Europe/Berlin' }, 'Europe/Berlin'],
  [
    'the session’s zone when the checkout’s does not exist',
    { checkoutZone: 'Mars/Olympus', sessionZone: 'Europe/Berlin' },
    'Europe/Berlin',
  ],
  ['UTC when nothing is known', {}, 'UTC'],
])('uses %s', async (_, options, zone) => {
  expect(await courseOf(await anEnrolled(prisma, now, options))).toMatchObject({ time_zone: zone });
});

it('plans with the previous version if the visitor saw an offer of that version', async () => {
  const order = await anEnrolled(prisma, now, { answers: ANSWERS, planVersion: '1', plan: '12week' });
  const { lesson_ids: ids, plan_version: version } = await courseOf(order);
  expect(version).toBe('1');
  expect((ids as string[]).slice(27, 30)).toEqual(['day-28', 'day-36', 'day-37']);
});

it.each([
  ['no version was sent', undefined, 0],
  ['the version is unknown', '9.later', 1],
])('plans with the newest version if %s, and warns only about an unknown one', async (_case, planVersion, warnings) => {
  const order = await anOrder({ answers: ANSWERS, ...(planVersion && { planVersion }) });
  const logged: object[] = [];
  const warn = (details: object) => void logged.push(details);
  const row = await prisma.order.findUniqueOrThrow({ where: { id: order.id } });
  await prisma.$transaction((db) => enrol(db, row, { now, course, warn }));
  expect(await courseOf(order)).toMatchObject({ plan_version: PLAN_VERSION });
  expect(logged).toHaveLength(warnings);
});

it('ignores malformed answers', async () => {
  expect(await courseOf(await anEnrolled(prisma, now, { answers: { q15: '{"a":', q8: 'wizard' } }))).toMatchObject({
    lesson_ids: planCourse({}, 7).lessons.map(({ id }) => id),
  });
});

it('queues the confirmation with its job, and keeps only the hashes of its links', async () => {
  const order = await anEnrolled(prisma, now);
  expect(await deliveriesOf(order)).toMatchObject([{ kind: 'confirmation', status: 'queued', due_at: now }]);
  expect(await jobsOf(order)).toMatchObject([{ priority: 0, attempts: 0 }]);
  const links = await query(
    'select purpose, token_hash from funnel.course_links where order_id = $1 order by purpose',
    [order.id],
  );
  const hash = (purpose: 'read' | 'refund' | 'unsubscribe') =>
    createHash('sha256')
      .update(courseToken([LINK_KEY], { orderId: order.id, purpose, generation: 1 }))
      .digest();
  expect(links).toEqual([
    { purpose: 'read', token_hash: hash('read') },
    { purpose: 'refund', token_hash: hash('refund') },
    { purpose: 'unsubscribe', token_hash: hash('unsubscribe') },
  ]);
});

it('enrols earlier orders once, even when two processes run concurrently', async () => {
  const order = await anOrder();
  await Promise.all([enrolMissing(prisma, { now, course }), enrolMissing(prisma, { now, course })]);
  expect(await courseOf(order)).toMatchObject({ status: 'active' });
  expect(await deliveriesOf(order)).toHaveLength(1);
});

it('starts no course for a seeded order, which has no reader', async () => {
  const order = await anOrder();
  await query('update funnel.sessions set seeded = true where id = $1', [order.sessionId]);
  await enrolMissing(prisma, { now, course });
  expect([await courseOf(order), await deliveriesOf(order)]).toEqual([{}, []]);
});

it('passes over an order of a plan that is no longer for sale, and enrols the others', async () => {
  const unknown = await anOrder();
  await query("update funnel.orders set plan = '2week', paid_at = paid_at - interval '1 day' where id = $1", [
    unknown.id,
  ]);
  const order = await anOrder();
  await enrolMissing(prisma, { now, course });
  expect([await courseOf(unknown), await courseOf(order)]).toMatchObject([{}, { status: 'active' }]);
  await query("update funnel.orders set plan = '1week' where id = $1", [unknown.id]);
  await enrolMissing(prisma, { now, course });
  expect(await courseOf(unknown)).toMatchObject({ status: 'active', days: 7 });
});

it('queues new jobs for all mails whose jobs died with their process, however many', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, () => anEnrolled(prisma, now)));
  const jobsOfAll = async () => (await Promise.all(orders.map(jobsOf))).flat();
  await query('select graphile_worker.permanently_fail_jobs($1::bigint[])', [(await jobsOfAll()).map(({ id }) => id)]);
  expect(await requeueMailsWithoutJob(prisma, 2)).toBeGreaterThanOrEqual(orders.length);
  const alive = (await jobsOfAll()).filter(({ attempts, max_attempts: most }) => Number(attempts) < Number(most));
  expect(alive).toHaveLength(orders.length);
});

it('queues a new job for a mail whose job died with its process', async () => {
  const order = await anEnrolled(prisma, now);
  await query('select graphile_worker.permanently_fail_jobs($1::bigint[])', [
    (await jobsOf(order)).map(({ id }) => id),
  ]);
  await requeueMailsWithoutJob(prisma);
  expect(
    (await jobsOf(order)).filter(({ attempts, max_attempts: most }) => Number(attempts) < Number(most)),
  ).toHaveLength(1);
  await requeueMailsWithoutJob(prisma);
  expect(
    (await jobsOf(order)).filter(({ attempts, max_attempts: most }) => Number(attempts) < Number(most)),
  ).toHaveLength(1);
});

it('rolls the course and its mail back together with the order', async () => {
  const order = await anOrder();
  await expect(
    prisma.$transaction(async (db) => {
      await enrol(db, await db.order.findUniqueOrThrow({ where: { id: order.id } }), { now, course });
      throw new Error('the order failed');
    }),
  ).rejects.toThrow('the order failed');
  expect([await courseOf(order), await deliveriesOf(order), await jobsOf(order)]).toEqual([{}, [], []]);
});

it.each<[StopReason[], string]>([
  [['unsubscribed', 'unsubscribed'], 'unsubscribed'],
  [['unsubscribed', 'refunded'], 'refunded'],
  [['refunded', 'unsubscribed'], 'refunded'],
  [['disputed', 'bounced'], 'disputed'],
  [['owner', 'erased'], 'erased'],
])('stopped by %s, keeps the reason %s', async (reasons, expected) => {
  const order = await anEnrolled(prisma, now);
  for (const reason of reasons) await prisma.$transaction((db) => stopCourse(db, order.id, reason, now));
  expect(await courseOf(order)).toMatchObject({
    status: 'stopped',
    stop_reason: expected,
    next_due_at: null,
    stopped_at: now,
  });
});
