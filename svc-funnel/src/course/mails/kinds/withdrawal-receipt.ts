import { formatMoney, POLICY, PRODUCT } from '@course/funnel';
import { z } from 'zod';
import { refundBeginsAt, refundLatestAt, withdrawalEnds } from '../../refund-periods.ts';
import { action, type Blocks, facts, link, p, quote } from '../blocks.ts';
import {
  always,
  type Bought,
  boughtIn,
  courseLinksIn,
  defineMail,
  linksIn,
  type MailContext,
  readerIn,
  required,
} from '../definition.ts';
import type { LoadedDelivery } from '../loaded-delivery.ts';
import { readerFooter } from '../footer.ts';
import { declaredName } from '../headers.ts';
import { dateIn, greeting, planName, timeIn } from '../words.ts';

const details = z.object({
  /** Numbers of other orders that the same declaration withdraws from. */
  alsoFor: z.array(z.string()),
});

/** When the refund of a withdrawal begins or began, and by when it has to be made. */
export interface DeclaredRefund {
  readonly startsAt: Date;
  readonly latestAt: Date;
}

/** The owner may have refunded the order before the refund began by itself. */
const refundedBy = (begins: Date, { orderStatus, refundedAt }: LoadedDelivery): Date =>
  orderStatus === 'refunded' && refundedAt !== null && refundedAt < begins ? refundedAt : begins;

/** Returns when a withdrawal was declared, and its refund, which is null if that was after the legal time. */
export const declaredIn = (delivery: LoadedDelivery, { paidAt }: Bought) => {
  const { withdrawnAt, withdrawalStatus: status, refundAt, refundBeganAt } = delivery;
  const receivedAt = required(withdrawnAt, 'withdrawal');
  const begins = refundBeginsAt({ status, receivedAt, refundAt, refundBeganAt }, paidAt);
  const refund: DeclaredRefund | null = begins && {
    startsAt: refundedBy(begins, delivery),
    latestAt: refundLatestAt(receivedAt, paidAt),
  };
  return { receivedAt, refund };
};

interface Refundable {
  /** What is still to be refunded, in cents. */
  readonly amountCents: number;
  /** Opens the page whose only button undoes the withdrawal; null once the refund has begun. */
  readonly objectionUrl: string | null;
}

/** What follows from a withdrawal, as of the time at which its receipt is composed. */
type WithdrawalOutcome =
  | (DeclaredRefund & Refundable & { readonly kind: 'refund' })
  /** The refund waits until the buyer's bank has decided about the payment. */
  | (Refundable & { readonly kind: 'disputed' })
  /** Declared after the legal time: nothing has changed. */
  | { readonly kind: 'late' }
  /** Undone by the reader since, or settled by the owner. */
  | { readonly kind: 'objected' | 'settled' };

/** A receipt may be sent, or sent again, long after the withdrawal. */
const outcomeOf = (
  { withdrawalStatus: status, orderStatus, amountCents, refundedCents }: LoadedDelivery,
  refund: DeclaredRefund | null,
  objectionUrl: string | null,
): WithdrawalOutcome => {
  if (status === 'objected' || status === 'settled') return { kind: status };
  if (!refund) return { kind: 'late' };
  const refundable: Refundable = {
    // The whole price once the order is refunded.
    amountCents: required(amountCents, 'amount') - (orderStatus === 'refunded' ? 0 : (refundedCents ?? 0)),
    objectionUrl: status === 'received' && orderStatus !== 'refunded' ? required(objectionUrl, 'objection link') : null,
  };
  return orderStatus === 'disputed'
    ? { kind: 'disputed', ...refundable }
    : { kind: 'refund', ...refund, ...refundable };
};

const dataOf = (delivery: LoadedDelivery, context: MailContext) => {
  const reader = readerIn(delivery, context);
  const bought = boughtIn(delivery);
  const { receivedAt, refund } = declaredIn(delivery, bought);
  const typedName = required(delivery.declaredName, 'withdrawal');
  return {
    ...reader,
    ...bought,
    ...details.parse(delivery.details),
    /** The declaration as it was sent, except for its name, which a stranger may have typed. */
    statement: required(delivery.statement, 'withdrawal').replace(typedName, () => declaredName(typedName)),
    receivedAt,
    outcome: outcomeOf(delivery, refund, linksIn(context).objectionUrl),
    /** The last moment of the legal time to withdraw. */
    withdrawUntil: withdrawalEnds(bought.paidAt, reader.timeZone),
    links: courseLinksIn(context),
  };
};

type WithdrawalReceiptMail = ReturnType<typeof dataOf>;

const at = (moment: Date, { timeZone }: WithdrawalReceiptMail): string =>
  `${dateIn(moment, timeZone)}, ${timeIn(moment, timeZone)}`;

type Refund = Extract<WithdrawalOutcome, { kind: 'refund' }>;

const refunded = (mail: WithdrawalReceiptMail, { startsAt, latestAt, amountCents, objectionUrl }: Refund): Blocks => [
  p(
    `Your lessons have stopped. On ${at(startsAt, mail)} we ${objectionUrl ? 'start' : 'started'} to pay ${formatMoney(amountCents, mail.currency)} back to the card that you paid with, and we confirm it by email. The law gives us until ${dateIn(latestAt, mail.timeZone)}. There is nothing more for you to do.`,
  ),
  ...(objectionUrl
    ? [
        p(
          `Somebody else did this, or you want to keep the course? Until ${at(startsAt, mail)} one button takes the withdrawal back, and your lessons go on.`,
        ),
        action('This was not me', objectionUrl),
      ]
    : []),
];

const disputed = ({ currency }: WithdrawalReceiptMail, { amountCents, objectionUrl }: Refundable): Blocks => [
  p(
    `Your lessons have stopped. Your bank is deciding about this payment. If it stays with us, we refund ${formatMoney(amountCents, currency)} to the card that you paid with, and we confirm it by email. If your bank pays it back to you, nothing is left for us to refund.`,
  ),
  ...(objectionUrl
    ? [
        p('Somebody else did this, or you want to keep the course? One button takes the withdrawal back.'),
        action('This was not me', objectionUrl),
      ]
    : []),
];

const ended = (what: string, { links }: WithdrawalReceiptMail): Blocks => [
  p(`${what} There is nothing more for you to do. `, link('Open your course', links.courseUrl)),
];

const tooLate = ({ withdrawUntil, timeZone, links }: WithdrawalReceiptMail): Blocks => [
  p(
    `The ${POLICY.withdrawalDays} days in which the law lets you withdraw ended on ${dateIn(withdrawUntil, timeZone)}. So nothing has changed by itself: we will look at your message and reply within ${POLICY.refundReplyBusinessDays} business days. Our ${PRODUCT.guaranteeDays}-day money-back guarantee is separate from the law, and your course page leads to it. `,
    link('Open your course', links.courseUrl),
  ),
];

const following = (mail: WithdrawalReceiptMail): Blocks => {
  const { outcome } = mail;
  switch (outcome.kind) {
    case 'refund':
      return refunded(mail, outcome);
    case 'disputed':
      return disputed(mail, outcome);
    case 'late':
      return tooLate(mail);
    case 'objected':
      return ended('This withdrawal has been taken back since, so your order stands.', mail);
    case 'settled':
      return ended('We have settled this withdrawal with you since.', mail);
  }
};

/** The acknowledgement of receipt that the law requires: content, date and time. */
export const withdrawalReceipt = defineMail({
  to: 'reader',
  links: { also: ['objection'] },
  isWanted: always,
  isMandatory: true,
  skipsWarmUp: true,
  data: dataOf,
  template: (mail) => {
    const { alsoFor } = mail;
    return {
      subject: `Receipt: your withdrawal from order ${mail.orderNumber}`,
      title: 'We have received your withdrawal',
      preheader: `Received on ${at(mail.receivedAt, mail)}.`,
      aside: 'Receipt',
      blocks: [
        p(greeting(mail.name)),
        p('This is the receipt for your withdrawal. What was declared to us:'),
        quote(mail.statement),
        facts({
          Received: at(mail.receivedAt, mail),
          'Order number': mail.orderNumber,
          Plan: planName(mail.planTitle),
          Paid: `${formatMoney(mail.amountCents, mail.currency)} on ${dateIn(mail.paidAt, mail.timeZone)}`,
        }),
        alsoFor.length === 0
          ? null
          : p(
              `It also covers your order${alsoFor.length === 1 ? '' : 's'} ${alsoFor.join(', ')}, each with its own receipt.`,
            ),
        ...following(mail),
      ],
      footer: readerFooter({ withdrawalUrl: mail.withdrawalUrl }),
    };
  },
});
