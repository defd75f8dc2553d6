import { ADDRESS_STOPS } from '../../course/deliveries/stopped-addresses.ts';
import { stopCourse, UNDELIVERED } from '../../course/enrolment/stop-and-resume.ts';
import { type Command, OwnerError } from '../command.ts';
import { findOrder } from '../orders/find-order.ts';
import { plain } from '../text.ts';

/** A stopped course that waits for the owner's decision: its address gets no mail, or its dispute has ended. */
const AWAITS_OWNER = {
  OR: [{ stopReason: { in: [...ADDRESS_STOPS] } }, { stopReason: 'disputed', order: { status: 'paid' } }],
};

export const stopCommand: Command = {
  name: 'course stop',
  args: ['<order>'],
  summary: 'ends the lessons of an order; what was sent stays readable',
  notes: [
    'This refunds nothing. It also settles a course whose address accepts no mail or gets none since a complaint, one stopped',
    'by a dispute that has ended in your favour, or a finished one whose last lessons were given up, so that status no longer',
    'reports it.',
  ],
  asks: true,
  async run({ deps: { prisma, clock }, terminal, args: [reference = ''], confirm }) {
    const { id, number, email, course } = await findOrder(prisma, reference);
    if (!course) throw new OwnerError('This order has no course.');
    const awaitsOwner = (await prisma.course.count({ where: { orderId: id, ...AWAITS_OWNER } })) > 0;
    const undelivered = { orderId: id, kind: 'lesson', status: { in: UNDELIVERED } };
    const hasLessons =
      course.status === 'active' ||
      (course.status === 'finished' && (await prisma.delivery.count({ where: undelivered })) > 0);
    if (!hasLessons && !awaitsOwner)
      throw new OwnerError(
        `This course is ${course.status} already${course.stopReason ? ` (${course.stopReason})` : ''}.`,
      );
    await confirm([
      `Stops the course of order ${number}, ${plain(email)}: ${course.lessonsQueued} of ${course.days} lessons have been sent or are on their way.`,
    ]);
    const now = clock();
    await prisma.$transaction(async (db) => {
      await stopCourse(db, id, 'owner', now);
      await db.course.updateMany({
        where: { orderId: id, ...AWAITS_OWNER },
        data: { stopReason: 'owner', updatedAt: now },
      });
    });
    terminal.out('Stopped.');
  },
};
