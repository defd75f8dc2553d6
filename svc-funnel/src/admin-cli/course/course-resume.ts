import { findStop } from '../../course/deliveries/stopped-addresses.ts';
import { redirectCourse } from '../../course/enrolment/redirect-course.ts';
import { resumeCourse, resumedLessonAt } from '../../course/enrolment/stop-and-resume.ts';
import { isUsableAddress } from '../../course/mails/headers.ts';
import type { Course } from '../../generated/prisma/client.ts';
import { storeBuyerEmail } from '../../orders/buyer-email.ts';
import { lockCheckouts } from '../../platform/locks.ts';
import { type Command, type OwnerDeps, OwnerError } from '../command.ts';
import { pendingWithdrawal } from '../money/pending-withdrawal.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { plain, when } from '../text.ts';

const WITHDRAWN = 'The buyer has withdrawn: only the link in their receipt can resume this course.';

const stoppedCourse = ({ status, course }: FoundOrder): Course => {
  if (!course) throw new OwnerError('This order has no course.');
  if (course.status !== 'stopped') throw new OwnerError(`This course is ${course.status}: there is nothing to resume.`);
  if (status !== 'paid') throw new OwnerError(`This order is ${status}: its course stays stopped.`);
  if (course.stopReason === 'withdrawn') throw new OwnerError(WITHDRAWN);
  if (course.stopReason === 'erased') throw new OwnerError('This course was stopped for good (erased).');
  return course;
};

const addressOf = (option: string | undefined): string | undefined => {
  const email = option?.trim();
  if (email === undefined || isUsableAddress(email)) return email;
  throw new OwnerError(`${JSON.stringify(plain(email))} is not an email address.`);
};

/** A course that is resumed for a stopped address would end at its next mail. */
const requireNotStopped = async ({ prisma, env }: OwnerDeps, address: string): Promise<void> => {
  const stop = await findStop(prisma, env.course.linkKeys, address);
  if (stop)
    throw new OwnerError(
      `Nothing was done: ${plain(address)} gets no mail (${stop.reason}). Run mail lift ${plain(address)} first, or name another address with --email.`,
    );
};

/** What may have changed while the owner was asked: the order was refunded, or the reader resumed the course. */
const REFUSED = {
  unpaid: 'Nothing was done: this order was refunded or disputed in the meantime, so its course stays stopped.',
  refused: 'Nothing was done: this course was changed in the meantime. Look at it again.',
} as const;

export const resumeCommand: Command = {
  name: 'course resume',
  args: ['<order>'],
  summary: 'resumes a stopped course at the next send hour',
  notes: ['For a reader who comes back, a corrected address, a dispute that was won, or a refund that failed.'],
  options: { email: { type: 'string', value: 'address', help: 'correct the address first' } },
  asks: true,
  async run({ deps, terminal, args: [reference = ''], option, confirm }) {
    const { prisma, clock, env } = deps;
    const order = await findOrder(prisma, reference);
    const course = stoppedCourse(order);
    const withdrawal = await pendingWithdrawal(prisma, order.id);
    if (withdrawal && withdrawal.status !== 'late') throw new OwnerError(WITHDRAWN);
    const email = addressOf(option('email'));
    await requireNotStopped(deps, email ?? course.email);
    const areAllQueued = course.lessonsQueued >= course.days;
    const nextDueAt = areAllQueued ? null : await resumedLessonAt(prisma, course, clock(), env.course.sendHour);
    await confirm([
      `Resumes the course of order ${order.number} (stopped: ${course.stopReason}), for ${plain(email ?? course.email)}.`,
      areAllQueued
        ? 'No lesson is left to queue; what was held back is sent now.'
        : `The next lesson, ${course.lessonsQueued + 1} of ${course.days}, is due ${when(nextDueAt)}; what was held back is sent now.`,
      ...(course.unsubscribedAt
        ? [`Its reader unsubscribed on ${when(course.unsubscribedAt)}: resume it only if they ask for it.`]
        : []),
    ]);
    const nextLessonAt = await prisma.$transaction(async (db) => {
      if (email !== undefined) await lockCheckouts(db, [order.checkoutId]);
      const resumed = await resumeCourse(db, order.id, {
        now: clock(),
        sendHour: env.course.sendHour,
        mayResume: ({ stopReason, unsubscribedAt }) =>
          stopReason === course.stopReason && unsubscribedAt?.getTime() === course.unsubscribedAt?.getTime(),
        takesBackUnsubscription: true,
      });
      if (resumed.kind === 'unpaid' || resumed.kind === 'refused') throw new OwnerError(REFUSED[resumed.kind]);
      if (email !== undefined) {
        await redirectCourse(db, order, email, clock());
        await storeBuyerEmail(db, order, email, clock());
      }
      return resumed.kind === 'active' ? resumed.nextLessonAt : null;
    });
    terminal.out(
      nextLessonAt ? `Resumed: next lesson ${when(nextLessonAt)}.` : 'Resumed: what was held back is on its way.',
    );
  },
};
