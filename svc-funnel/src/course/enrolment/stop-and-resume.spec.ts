import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEnrolled, aPrisma } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { hold } from '../../../test/hold.ts';
import { courseOf } from '../../../test/orders.ts';
import type { PrismaService } from '../../platform/prisma.ts';
import { unsubscribe } from '../cancellation/unsubscribe.service.ts';
import { resumeCourse, stopCourse, type StopReason } from './stop-and-resume.ts';

let prisma: PrismaService;
beforeAll(() => {
  prisma = aPrisma();
});
afterAll(() => prisma.$disconnect());

const NOW = new Date('2026-05-04T12:00:00Z');
const aStoppedCourse = async () => {
  const order = await anEnrolled(prisma, NOW);
  await stop(order.id, 'owner');
  return order;
};
const stop = (orderId: string, reason: StopReason) => prisma.$transaction((db) => stopCourse(db, orderId, reason, NOW));
const leave = (orderId: string) => prisma.$transaction((db) => unsubscribe(db, orderId, NOW));
const resume = (orderId: string, options: Partial<Parameters<typeof resumeCourse>[2]> = {}) =>
  prisma.$transaction((db) => resumeCourse(db, orderId, { now: NOW, sendHour: 7, mayResume: () => true, ...options }));

it('waits for a concurrent refund, and then keeps the course stopped', async () => {
  const order = await aStoppedCourse();
  const refund = await hold(
    `update funnel.orders set status = 'refunded', refunded_cents = amount_cents where id = $1`,
    [order.id],
  );
  const resumed = resume(order.id);
  await expect.poll(() => refund.waiting()).toBeGreaterThan(0);
  await refund.letGo();
  expect(await resumed).toEqual({ kind: 'unpaid' });
  expect(await courseOf(order)).toMatchObject({ status: 'stopped', stop_reason: 'owner', next_due_at: null });
});

it('lets only one of two concurrent calls resume the course', async () => {
  const order = await aStoppedCourse();
  expect((await Promise.all([resume(order.id), resume(order.id)])).map(({ kind }) => kind).sort()).toEqual([
    'active',
    'refused',
  ]);
});

it.each([
  ['disputed', 'unpaid'],
  ['refunded', 'unpaid'],
])('keeps the course of a %s order stopped', async (status, kind) => {
  const order = await aStoppedCourse();
  await query(
    'update funnel.orders set status = $2, refunded_cents = case when $2 = $3 then amount_cents else 0 end where id = $1',
    [order.id, status, 'refunded'],
  );
  expect(await resume(order.id)).toEqual({ kind });
});

it('resumes only what the caller allows, and never an erased course', async () => {
  const order = await aStoppedCourse();
  expect(await resume(order.id, { mayResume: () => false })).toEqual({ kind: 'refused' });
  await query(`update funnel.courses set stop_reason = 'erased' where order_id = $1`, [order.id]);
  expect(await resume(order.id)).toEqual({ kind: 'refused' });
  expect(await resume(crypto.randomUUID())).toEqual({ kind: 'unpaid' });
});

const LEFT = { status: 'stopped', stop_reason: 'unsubscribed', unsubscribed_at: NOW, next_due_at: null };
const STOPS: readonly ['before' | 'while', StopReason][] = [
  ['while', 'withdrawn'],
  ['while', 'bounced'],
  ['while', 'complained'],
  ['while', 'owner'],
  ['while', 'disputed'],
  ['while', 'refunded'],
  ['before', 'disputed'],
  ['before', 'refunded'],
];
it.each(STOPS)('keeps an unsubscription made %s the course was stopped as %s', async (when, reason) => {
  const order = await anEnrolled(prisma, NOW);
  const { id } = order;
  for (const step of when === 'before' ? [leave, stop] : [stop, leave]) await step(id, reason);
  expect(await courseOf(order)).toMatchObject({ ...LEFT, stop_reason: reason });
  expect(await resume(id)).toEqual({ kind: 'refused' });
  expect(await courseOf(order)).toMatchObject(LEFT);
  expect(await resume(id, { takesBackUnsubscription: true })).toMatchObject({ kind: 'active' });
  expect(await courseOf(order)).toMatchObject({ status: 'active', unsubscribed_at: null });
});

it.each([
  [
    'keeps an unsubscription that the previous release recorded',
    `status = 'stopped', stop_reason = 'unsubscribed', next_due_at = null`,
    NOW,
  ],
  ['drops an unsubscription that the previous release took back', `unsubscribed_at = $2`, null],
])('%s', async (_what, columns, unsubscribedAt) => {
  const order = await anEnrolled(prisma, NOW);
  const { id } = order;
  await query(`update funnel.courses set stopped_at = $2, ${columns} where order_id = $1`, [id, NOW]);
  await stop(id, 'disputed');
  expect(await courseOf(order)).toMatchObject({ stop_reason: 'disputed', unsubscribed_at: unsubscribedAt });
});
