import { formatMoney } from '@course/funnel';
import type { Bought } from '../definition.ts';
import { TO_OWNER } from '../footer.ts';
import { dateIn, planName } from '../words.ts';

/** Returns the frame of a mail to the owner about an order. Its subject begins with `what`. */
export const aboutOrder = (what: string, { planTitle, amountCents, currency }: Bought) => {
  const preheader = `${formatMoney(amountCents, currency)}, ${planName(planTitle)}`;
  return { ...TO_OWNER, subject: `${what}: ${preheader}`, preheader };
};

/** Returns the facts by which the owner knows an order, never the buyer's address. */
export const orderFacts = ({ orderNumber, planTitle, amountCents, currency, paidAt }: Bought) => ({
  'Order number': orderNumber,
  Plan: planName(planTitle),
  Amount: formatMoney(amountCents, currency),
  Paid: dateIn(paidAt, 'UTC'),
});

export const showCommand = ({ orderNumber }: Bought): string => `npm run owner -- orders show ${orderNumber}`;
