import { findPlan, weekOrderFor } from '@course/funnel';
import type { Order } from '../../generated/prisma/client.ts';
import type { CourseSettings } from '../../platform/env.ts';
import type { Db } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { courseToken, hashToken, LINK_PURPOSES, PURPOSES } from '../links/links.ts';
import { firstLessonAt, knownZone } from './send-times.ts';

export interface EnrolContext {
  readonly now: Date;
  readonly course: Pick<CourseSettings, 'sendHour' | 'linkKeys'>;
}

const FIRST_GENERATION = 1;

const areasOf = (answer: string | undefined): string[] => {
  try {
    const areas: unknown = JSON.parse(answer ?? '[]');
    return Array.isArray(areas) ? areas.filter((area) => typeof area === 'string') : [];
  } catch {
    return [];
  }
};

const readerOf = async (db: Db, { sessionId, checkoutId }: Order) => {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { name: true, timeZone: true } });
  const checkout = await db.checkout.findUnique({ where: { id: checkoutId }, select: { timeZone: true } });
  const areas = await db.response.findUnique({
    where: { sessionId_questionKey: { sessionId, questionKey: 'q15' } },
    select: { answerValue: true },
  });
  const timeZone = knownZone(checkout?.timeZone, session?.timeZone);
  return { name: session?.name ?? null, timeZone, weekOrder: weekOrderFor(areasOf(areas?.answerValue)) };
};

const linksOf = (orderId: string, keys: readonly string[], now: Date) =>
  LINK_PURPOSES.filter((purpose) => PURPOSES[purpose].atPurchase).map((purpose) => {
    const tokenHash = Uint8Array.from(hashToken(courseToken(keys, { orderId, purpose, generation: FIRST_GENERATION })));
    return { tokenHash, orderId, purpose, generation: FIRST_GENERATION, createdAt: now };
  });

/**
 * Starts the course of an order inside the order's transaction: the course, its links, the confirmation and its job.
 * Once per order: called again, it does nothing.
 */
export async function enrol(db: Db, order: Order, { now, course }: EnrolContext): Promise<void> {
  const reader = await readerOf(db, order);
  const days = findPlan(order.plan)?.days;
  if (days === undefined) throw new Error(`order ${order.id} has an unknown plan`);
  const nextDueAt = firstLessonAt(now, reader.timeZone, course.sendHour);
  const row = {
    orderId: order.id,
    email: order.email,
    ...reader,
    days,
    status: 'active',
    nextDueAt,
    createdAt: now,
    updatedAt: now,
  };
  const { count } = await db.course.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return;
  await db.courseLink.createMany({ data: linksOf(order.id, course.linkKeys, now) });
  await queueMail(db, { orderId: order.id, kind: 'confirmation', now });
}
