import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { enqueueSend, type MailDetails, messageIdOf, queueMail } from '../../course/deliveries/queue-mail.ts';
import type { MailSubject } from '../../course/mails/definition.ts';
import { isStillWanted } from '../../course/mails/kinds.ts';
import type { MailKind } from '../../course/mails/mail.ts';
import type { Delivery } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { type Command, OwnerError, UsageError } from '../command.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { plain } from '../text.ts';

/** Throws OwnerError if an order in this state no longer gets a mail of this kind. */
export const requireWanted = (kind: MailKind, subject: MailSubject): void => {
  if (isStillWanted(kind, subject)) return;
  if (subject.orderStatus === null)
    throw new OwnerError('Nothing was sent: the address is gone, or the buyer has paid by now, or is paying.');
  const isStopped = subject.courseStatus === 'stopped';
  const state = isStopped ? `its course was stopped (${subject.stopReason})` : `it is ${subject.orderStatus}`;
  throw new OwnerError(
    `Nothing was sent: ${state}.${isStopped && subject.orderStatus === 'paid' ? ' course resume lets it go on.' : ''}`,
  );
};

const subjectOf = ({ status, course }: FoundOrder): MailSubject => ({
  orderStatus: status,
  courseStatus: course?.status ?? null,
  stopReason: course?.stopReason ?? null,
});

const earlierCopies = z.object({
  earlierMessageIds: z.array(z.string()).default([]),
  /** The only one that earlier releases store. They read it, too, so it is still written. */
  earlierMessageId: z.string().optional(),
});

/** Returns the details of a mail that is sent again, with the Message-IDs of all its earlier copies. */
const withEarlierCopy = (details: Delivery['details'], messageId: string): MailDetails => {
  const { earlierMessageIds, earlierMessageId = messageId } = earlierCopies.parse(details ?? {});
  return {
    ...(details as MailDetails | null),
    earlierMessageIds: [...new Set([...earlierMessageIds, earlierMessageId, messageId])],
    earlierMessageId: messageId,
  };
};

type Sendable = Pick<Delivery, 'id' | 'messageId' | 'details'> & { readonly kind: MailKind };

/**
 * Queues a mail again that was sent or given up, under a new Message-ID, because mail programs hide a second mail with
 * the same one. The count of attempts is kept, so that a lesson that was tried stays on its reader's course page.
 */
export const sendAgain = async (db: Db, { id, kind, messageId, details }: Sendable, now: Date): Promise<void> => {
  await db.delivery.update({
    where: { id },
    data: {
      status: 'queued',
      sentAt: null,
      lastError: null,
      dismissedAt: null,
      dueAt: now,
      updatedAt: now,
      messageId: messageIdOf(randomUUID()),
      details: withEarlierCopy(details, messageId),
    },
  });
  await enqueueSend(db, { id, kind });
};

const resendLesson = async (db: Db, orderId: string, place: number, now: Date): Promise<void> => {
  const lesson = await db.delivery.findFirst({
    where: { orderId, kind: 'lesson', place },
    select: { id: true, messageId: true, status: true, details: true },
  });
  if (!lesson)
    throw new OwnerError(`Lesson ${place} of this order was never due: lessons are sent in their order, one a day.`);
  if (lesson.status === 'queued') throw new OwnerError(`Lesson ${place} is on its way already.`);
  await sendAgain(db, { ...lesson, kind: 'lesson' }, now);
};

const placeOf = (arg: string | undefined, { course }: FoundOrder): number => {
  const place = Number(arg);
  if (Number.isInteger(place) && place >= 1 && place <= (course?.days ?? 0)) return place;
  throw new UsageError(`Specify the lesson: resend <order> lesson <1 to ${course?.days ?? 0}>.`);
};

/** Queues the receipt of the latest withdrawal again. */
const resendReceipt = async (db: Db, orderId: string, now: Date): Promise<void> => {
  const last = await db.delivery.findFirst({
    where: { orderId, kind: 'withdrawal_receipt' },
    orderBy: { createdAt: 'desc' },
    select: { details: true },
  });
  if (!last) throw new OwnerError('Nobody has withdrawn from this order: there is no receipt.');
  await queueMail(db, { orderId, kind: 'withdrawal_receipt', details: last.details as MailDetails, now });
};

const MAIL_KINDS = {
  confirmation: 'confirmation',
  link: 'course_link',
  lesson: 'lesson',
  receipt: 'withdrawal_receipt',
} as const;
const isMailName = (arg: string): arg is keyof typeof MAIL_KINDS => Object.hasOwn(MAIL_KINDS, arg);

export const resend: Command = {
  name: 'resend',
  args: ['<order>', '<confirmation|link|lesson|receipt>', '[place]'],
  summary: 'sends a mail of an order once more',
  notes: [
    'link: the link to the course page. lesson: the lesson at that place of this course, once it has been due.',
    'receipt: the receipt of a withdrawal. For other mails that were given up, use mail resend.',
  ],
  async run({ deps: { prisma, clock }, terminal, args: [reference = '', mail = '', place] }) {
    if (!isMailName(mail)) throw new UsageError('Specify the mail: confirmation, link, lesson or receipt.');
    const order = await findOrder(prisma, reference);
    requireWanted(MAIL_KINDS[mail], subjectOf(order));
    const now = clock();
    await prisma.$transaction(async (db) => {
      if (mail === 'lesson') await resendLesson(db, order.id, placeOf(place, order), now);
      else if (mail === 'receipt') await resendReceipt(db, order.id, now);
      else await queueMail(db, { orderId: order.id, kind: MAIL_KINDS[mail], now });
    });
    terminal.out(
      `Queued: ${mail}${place === undefined ? '' : ` ${place}`} to ${plain(order.course?.email ?? order.email)}.`,
    );
  },
};
