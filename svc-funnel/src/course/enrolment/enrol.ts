import { findPlan } from '@course/funnel';
import { planOfVersion } from '@course/funnel/course';
import type { Keys } from '@course/service-kit';
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
  /** Told when the plan that was shown is of a version that this release does not know. */
  readonly warn?: (details: object, message: string) => void;
}

const FIRST_GENERATION = 1;

interface Shown {
  /** The version of the plan that the offer showed; null where it showed none. */
  readonly planVersion: string | null;
  readonly planAnswers: Buyer['planAnswers'];
}

const planOf = ({ id }: Order, { planVersion, planAnswers }: Shown, days: number, warn: EnrolContext['warn']) => {
  const { version, lessons } = planOfVersion(planVersion, planAnswers, days);
  if (planVersion !== null && planVersion !== version)
    warn?.(
      { orderId: id, shown: planVersion, version },
      'a plan of an unknown version was shown: the newest one is used',
    );
  return { planVersion: version, planAnswers, lessonIds: lessons.map((lesson) => lesson.id) };
};

const answers = z.record(z.string(), z.string());

/** The reader is who sent the form of a delayed payment, otherwise who uses the session now. */
const readerOf = async (db: Db, { sessionId, checkoutId }: Order) => {
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
 * Starts the course of an order inside the order's transaction: the course with its plan, its links, the confirmation and
 * its job. Once per order: called again, it does nothing.
 */
export async function enrol(db: Db, order: Order, { now, course, warn }: EnrolContext): Promise<void> {
  const { reader, shown } = await readerOf(db, order);
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
