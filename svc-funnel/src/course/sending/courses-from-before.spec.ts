import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEnrolled, aPrisma, pauseOthers } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { courseOf, deliveriesOf } from '../../../test/orders.ts';
import { aLesson, LINKS } from '../../../test/sample-mails.ts';
import { LINK_KEY } from '../../../test/service.ts';
import { courseToken } from '../links/links.ts';
import type { PrismaService } from '../../platform/prisma.ts';
import { mailOf } from '../mails/kinds.ts';
import { loadDelivery } from './load-delivery.ts';
import { queueDueLessons } from './due-lessons.ts';

let prisma: PrismaService;
beforeAll(() => {
  prisma = aPrisma();
});
afterAll(() => prisma.$disconnect());

const NOW = new Date('2026-05-04T03:00:00Z');
const links = {
  ...LINKS,
  oneClickUrl: '',
  refundUrl: courseToken([LINK_KEY], { orderId: 'x', purpose: 'refund', generation: 1 }),
  undoUrl: null,
  resumeUrl: '',
} as unknown as Parameters<typeof mailOf>[1]['links'];
const CONTEXT = { links, requestLinks: null, withdrawalUrl: '', offerUrl: () => '', now: NOW };
const lessonOf = (id: string) => aLesson({ id, title: `About ${id}` });

/** A course as the previous release wrote it: an order of weeks, without lessons or answers. */
const anOldCourse = async () => {
  const order = await anEnrolled(prisma, NOW, { plan: '12week', answers: { q15: '["business"]' } });
  await query(
    `update funnel.courses set week_order = '{1,2,3,4,9,12,5,6,7,8,10,11}', lesson_ids = default, plan_version = default,
       plan_answers = default, lessons_queued = 28, next_due_at = $2 where order_id = $1`,
    [order.id, NOW],
  );
  return order;
};

it('a course that was bought before plans were stored continues in its order of weeks', async () => {
  await pauseOthers();
  const order = await anOldCourse();
  await queueDueLessons(prisma, { now: new Date(NOW.getTime() + 1000), sendHour: 7 });
  const [row] = (await deliveriesOf(order)).filter(({ kind }) => kind === 'lesson');
  expect(row).toMatchObject({ place: 29, status: 'queued' });
  const delivery = await loadDelivery(prisma, String(row?.['id']));
  expect(mailOf(delivery!, { ...CONTEXT, lessonOf })).toMatchObject({
    kind: 'lesson',
    place: 29,
    lesson: { id: 'day-57' },
    because: null,
    parts: ['lesson'],
  });
  expect(await courseOf(order)).toMatchObject({ lessons_queued: 29 });
});

it('the confirmation of such a course mentions no plan', async () => {
  const order = await anOldCourse();
  const [row] = (await deliveriesOf(order)).filter(({ kind }) => kind === 'confirmation');
  const delivery = await loadDelivery(prisma, String(row?.['id']));
  expect(mailOf(delivery!, { ...CONTEXT, lessonOf })).toMatchObject({ kind: 'confirmation', outline: null });
});

it('a course of this release sends its planned lessons, each with the answer that it was chosen for', async () => {
  await pauseOthers();
  const order = await anEnrolled(prisma, NOW, { plan: '4week', answers: { q15: '["design"]', q20: '20-min' } });
  await query('update funnel.courses set next_due_at = $2 where order_id = $1', [order.id, NOW]);
  await queueDueLessons(prisma, { now: new Date(NOW.getTime() + 1000), sendHour: 7 });
  const [row] = (await deliveriesOf(order)).filter(({ kind }) => kind === 'lesson');
  const delivery = await loadDelivery(prisma, String(row?.['id']));
  const { lesson_ids: ids } = await courseOf(order);
  expect(mailOf(delivery!, { ...CONTEXT, lessonOf: (id) => aLesson({ id, area: 'design' }) })).toMatchObject({
    lesson: { id: (ids as string[])[0] },
    because: 'because you chose Design',
    parts: ['lesson', 'stretch'],
  });
});
