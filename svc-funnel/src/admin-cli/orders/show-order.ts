import type {
  Course,
  Delivery,
  FailedRefund,
  Order,
  PaymentEvent,
  RefundRequest,
  Withdrawal,
} from '../../generated/prisma/client.ts';
import { isAwaitingRefund, refundBeginsAt } from '../../course/refund-periods.ts';
import { type Command, OwnerError } from '../command.ts';
import { money, plain, table, when } from '../text.ts';
import { findOrderIds } from './find-order.ts';

type Shown = Order & {
  readonly course: Course | null;
  readonly deliveries: Delivery[];
  readonly refundRequests: RefundRequest[];
  readonly withdrawals: Withdrawal[];
  readonly failedRefunds: FailedRefund[];
  readonly checkout: {
    readonly termsVersion: string | null;
    readonly termsAcceptedAt: Date | null;
    readonly askedToBeginAt: Date | null;
    readonly events: PaymentEvent[];
  };
};

const moneyLines = (order: Shown): string[] => [
  `amount         ${money(order.amountCents, order.currency)}, ${order.plan}, ${order.pricing} price${order.livemode ? '' : ', test money'}`,
  `status         ${order.status}`,
  ...(order.refundedCents > 0
    ? [`refunded       ${money(order.refundedCents, order.currency)} on ${when(order.refundedAt)}`]
    : []),
  ...(order.disputedAt ? [`disputed       ${when(order.disputedAt)}, ${order.disputeStatus ?? 'unknown'}`] : []),
  `at Stripe      ${order.providerPaymentId ?? 'unknown'}`,
  `terms          ${order.checkout.termsVersion ?? 'not recorded'}, accepted ${when(order.checkout.termsAcceptedAt)}`,
  ...(order.checkout.askedToBeginAt ? [`early start    requested ${when(order.checkout.askedToBeginAt)}`] : []),
];

/** The reader's own schedule; empty if they have not chosen one. */
const chosenText = ({ sendHour, weekdaysOnly, pausedUntil }: Course): string =>
  [
    sendHour === null ? '' : `, at ${sendHour}:00`,
    weekdaysOnly ? ', Monday to Friday' : '',
    pausedUntil === null ? '' : `, pause until ${pausedUntil.toISOString().slice(0, 10)}`,
  ].join('');

const courseLines = ({ course }: Shown): string[] => {
  if (!course) return ['course         none'];
  const reason = course.stopReason === null ? '' : ` (${course.stopReason}, ${when(course.stoppedAt)})`;
  return [
    `course         ${course.status}${reason}, ${course.lessonsQueued} of ${course.days} lessons queued`,
    `next lesson    ${when(course.nextDueAt)}, time zone ${plain(course.timeZone)}${chosenText(course)}`,
    `reader         ${plain(course.name)}, ${plain(course.email)}`,
  ];
};

const mailRow = ({ kind, place, status, dueAt, sentAt, attempts, lastError, id }: Delivery): string[] => [
  place === null ? kind : `${kind} ${place}`,
  status,
  when(dueAt),
  when(sentAt),
  String(attempts),
  lastError ?? '',
  id,
];

const requestLine = ({ status, requestedAt, settledAt, reason }: RefundRequest): string =>
  `refund asked   ${when(requestedAt)}, ${status}${settledAt ? ` ${when(settledAt)}` : ''}${reason === null ? '' : `: ${plain(reason)}`}`;

const refundText = (withdrawal: Withdrawal, { paidAt }: Shown): string => {
  if (!isAwaitingRefund(withdrawal)) return '';
  return `, refund ${withdrawal.status === 'received' ? 'begins' : 'began'} ${when(refundBeginsAt(withdrawal, paidAt))}`;
};

const withdrawalLine = (withdrawal: Withdrawal, order: Shown): string => {
  const { status, receivedAt, settledAt, name } = withdrawal;
  return `withdrawn      ${when(receivedAt)} by ${plain(name)}, ${status}${refundText(withdrawal, order)}${settledAt ? ` ${when(settledAt)}` : ''}`;
};

const failedLine = ({ id, amountCents, providerEventAt, settledAt }: FailedRefund, currency: string): string =>
  `refund failed  ${when(providerEventAt)}, ${money(amountCents, currency)}, ${id}${settledAt ? `, settled ${when(settledAt)}` : ''}`;

const eventRow = ({ id, type, outcome, receivedAt, reason }: PaymentEvent): string[] => [
  id,
  type,
  outcome,
  when(receivedAt),
  reason ?? '',
];

/** Other addresses that the buyer entered, in the funnel or at the card form. */
const addressLines = ({ email, funnelEmail, formEmail }: Shown): string[] => [
  ...(funnelEmail !== null && funnelEmail !== email ? [`in the funnel  ${plain(funnelEmail)}`] : []),
  ...(formEmail !== null && formEmail !== email ? [`at the form    ${plain(formEmail)}`] : []),
];

const sections = (order: Shown): string[] => {
  const mails = table(
    ['mail', 'status', 'due', 'sent', 'tries', 'last error', 'delivery'],
    order.deliveries.map(mailRow),
  );
  const events = table(['event', 'type', 'outcome', 'received', 'reason'], order.checkout.events.map(eventRow));
  const facts = [
    `order          ${order.number}, id ${order.id}`,
    `bought         ${when(order.paidAt)} by ${plain(order.email)}`,
    ...addressLines(order),
    ...moneyLines(order),
    ...courseLines(order),
    ...order.refundRequests.map(requestLine),
    ...order.withdrawals.map((withdrawal) => withdrawalLine(withdrawal, order)),
    ...order.failedRefunds.map((failed) => failedLine(failed, order.currency)),
  ];
  return [
    facts.join('\n'),
    ...(order.deliveries.length > 0 ? [mails] : []),
    ...(order.checkout.events.length > 0 ? [events] : []),
  ];
};

export const showOrder: Command = {
  name: 'orders show',
  args: ['<order>'],
  summary: 'one order: money, course, mails, refund requests, payment events',
  notes: ["With a buyer's address, all of that buyer's orders."],
  async run({ deps: { prisma }, terminal, args: [reference = ''] }) {
    const ids = await findOrderIds(prisma, reference);
    const orders = await prisma.order.findMany({
      where: { id: { in: ids } },
      orderBy: { paidAt: 'desc' },
      include: {
        course: true,
        deliveries: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
        refundRequests: { orderBy: { requestedAt: 'asc' } },
        withdrawals: { orderBy: { receivedAt: 'asc' } },
        failedRefunds: { orderBy: { providerEventAt: 'asc' } },
        checkout: {
          select: {
            termsVersion: true,
            termsAcceptedAt: true,
            askedToBeginAt: true,
            events: { orderBy: { receivedAt: 'asc' } },
          },
        },
      },
    });
    if (orders.length === 0) throw new OwnerError(`There is no order ${JSON.stringify(plain(reference))}.`);
    terminal.out(orders.flatMap(sections).join('\n\n'));
  },
};
