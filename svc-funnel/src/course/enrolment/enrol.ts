import { findPlan } from '@course/funnel';
import { planOfVersion } from '@course/funnel/course';
import type { Keys } from '@course/contracts/env';
import { z } from 'zod';
import type { Order } from '../../generated/prisma/client.ts';
import { type Buyer, buyerOf } from '../../orders/buyer.ts';
import type { CourseSettings } from '../../platform/env.ts';
import type { Db } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { courseToken, hashToken, LINK_PURPOSES, PURPOSES } from '../links/links.ts';
import { firstLessonAt, knownZone } from './send-times.ts';

export interface EnrolContext {
  readonly now: Date;
  readonly course: Pick<CourseSettings, 'sendHour' | 'linkKeys'>;
  /** Called when the offer showed a plan of a version that this release does not know. */
  readonly warn?: (details: object, message: string) => void;
}

const FIRST_GENERATION = 1;

interface ShownPlan {
  /** The version of the plan that the offer showed; null where it showed none. */
  readonly planVersion: string | null;
  readonly planAnswers: Buyer['planAnswers'];
}

const planOf = ({ id }: Order, { planVersion, planAnswers }: ShownPlan, days: number, warn: EnrolContext['warn']) => {
  const { version, lessons } = planOfVersion(planVersion, planAnswers, days);
  if (planVersion !== null && planVersion !== version)
    warn?.(
      { orderId: id, shown: planVersion, version },
      'the offer showed a plan of an unknown version: using the newest one',
    );
  return { planVersion: version, planAnswers, lessonIds: lessons.map((lesson) => lesson.id) };
};

const answers = z.record(z.string(), z.string());

/**
 * Returns the reader, and the plan that the offer showed them. For a delayed payment the checkout recorded who
 * submitted its form; otherwise the reader is the session's current visitor.
 */
const readerAndPlanOf = async (db: Db, { sessionId, checkoutId }: Order) => {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { timeZone: true } });
  const checkout = await db.checkout.findUnique({
    where: { id: checkoutId },
    select: { timeZone: true, planVersion: true, name: true, planAnswers: true },
  });
  const { name, planAnswers } = checkout?.planAnswers
    ? { name: checkout.name, planAnswers: answers.parse(checkout.planAnswers) }
    : await buyerOf(db, sessionId);
  const timeZone = knownZone(checkout?.timeZone, session?.timeZone);
  return { reader: { name, timeZone }, shown: { planVersion: checkout?.planVersion ?? null, planAnswers } };
};

const linksOf = (orderId: string, keys: Keys, now: Date) =>
  LINK_PURPOSES.filter((purpose) => PURPOSES[purpose].atPurchase).map((purpose) => {
    const tokenHash = Uint8Array.from(hashToken(courseToken(keys, { orderId, purpose, generation: FIRST_GENERATION })));
    return { tokenHash, orderId, purpose, generation: FIRST_GENERATION, createdAt: now };
  });

/**
 * Creates an order's course with its plan and links, and queues the confirmation, inside the order's transaction. Does
 * nothing if the order already has a course.
 */
export async function enrol(db: Db, order: Order, { now, course, warn }: EnrolContext): Promise<void> {
  const { reader, shown } = await readerAndPlanOf(db, order);
  const days = findPlan(order.plan)?.days;
  if (days === undefined) throw new Error(`order ${order.id} has an unknown plan`);
  const nextDueAt = firstLessonAt(now, reader.timeZone, course.sendHour);
  const row = {
    orderId: order.id,
    email: order.email,
    ...reader,
    ...planOf(order, shown, days, warn),
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
