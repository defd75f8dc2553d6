import { ProviderError } from '../../payments/provider-error.ts';
import type { RefundUpdate } from '../../payments/payment-update.ts';
import { type Command, type OwnerDeps, OwnerError } from '../command.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { money, plain, when } from '../text.ts';

const paymentOf = ({ providerPaymentId, status, refundedAt }: FoundOrder): string => {
  if (status === 'refunded') throw new OwnerError(`This order was refunded on ${when(refundedAt)}.`);
  if (!providerPaymentId)
    throw new OwnerError(
      "Stripe's id of this payment is not known. Refund it in Stripe's dashboard: the order is then updated by itself.",
    );
  return providerPaymentId;
};

const requestRefund = async (
  { provider }: OwnerDeps,
  paymentId: string,
  amountCents: number,
): Promise<RefundUpdate> => {
  try {
    return await provider.refund(paymentId, amountCents);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const why = error.cause instanceof Error ? error.cause.message : 'no reason given';
    if (error.kind !== 'refused')
      throw new OwnerError(
        `Stripe ${error.kind === 'failing' ? 'failed' : 'did not answer'} (${why}): it is not known whether the payment was refunded. Look at it in Stripe's dashboard, or run this again: it is refunded only once.`,
        { cause: error },
      );
    throw new OwnerError(`Stripe refused the refund (${why}). Nothing was changed.`, { cause: error });
  }
};

const planFor = (order: FoundOrder, amountCents: number, hadMailBefore: boolean): string[] => [
  `Refunds ${money(amountCents, order.currency)} of order ${order.number} (${order.plan}, ${when(order.paidAt)}) to ${plain(order.email)}${order.livemode ? '' : ' (test money)'}.`,
  ...(order.course?.status === 'active' ? ['Stops the course.'] : []),
  `${hadMailBefore ? 'An earlier refund failed; the buyer got a mail about that one and gets no second one.' : 'Sends the buyer a confirmation.'} This cannot be undone.`,
  ...(order.status === 'disputed' ? ['The payment is disputed: the money may have been taken back already.'] : []),
];

export const refund: Command = {
  name: 'refund',
  args: ['<order>'],
  summary: 'refunds the whole order, stops the course, mails the buyer, settles the request',
  asks: true,
  async run({ deps, terminal, args: [reference = ''], confirm }) {
    const order = await findOrder(deps.prisma, reference);
    const paymentId = paymentOf(order);
    const amountCents = order.amountCents - order.refundedCents;
    const earlierMails = { orderId: order.id, kind: 'withdrawal', status: 'sent' };
    const hadMailBefore = (await deps.prisma.delivery.count({ where: earlierMails })) > 0;
    await confirm(planFor(order, amountCents, hadMailBefore));
    const update = await requestRefund(deps, paymentId, amountCents);
    const outcome = await deps.paymentUpdates.applyRefund(update);
    if (outcome.kind === 'refused')
      throw new OwnerError(
        `Stripe made the refund, but its response does not match the order (${outcome.reason}). Compare the two in Stripe's dashboard.`,
      );
    terminal.out(
      `Refunded: ${money(update.refundedCents, update.currency)}. ${hadMailBefore ? 'Tell the buyer yourself that it comes after all.' : "The buyer's confirmation is on its way."}`,
    );
  },
};
