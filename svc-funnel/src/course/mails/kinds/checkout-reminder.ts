import {
  findPlan,
  formatMoney,
  OWNER_CONFIG,
  type OwnerConfig,
  type Plan,
  priceOf,
  pricingAt,
  PRODUCT,
} from '@course/funnel';
import { action, facts, note, p, space } from '../blocks.ts';
import { defineMail, type MailContext, ofRequest, required } from '../definition.ts';
import type { LoadedDelivery } from '../loaded-delivery.ts';
import { firstStepFooter } from '../footer.ts';
import { ComposeError } from '../mail-error.ts';
import { counted, dateIn, greeting, planName, timeIn } from '../words.ts';

/**
 * Returns what a plan costs at a time, and when that price ends: a real deadline that lies ahead, null otherwise.
 */
export const priceAt = (plan: Plan, now: Date, config: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG) => {
  const { sales002Countdown: countdown } = config;
  const endsAt = countdown.mode === 'deadline' ? new Date(countdown.endsAt) : null;
  return {
    priceCents: priceOf(plan, pricingAt(now.getTime(), config)),
    priceUntil: endsAt && now < endsAt ? endsAt : null,
  };
};

/** Contains the price that was shown, and the one that the offer charges when the mail is sent. */
const dataOf = ({ firstStep }: LoadedDelivery, { requestLinks, offerUrl, now }: MailContext) => {
  const { name, timeZone, checkout } = required(firstStep, 'request');
  const { leaveUrl } = required(requestLinks, 'links');
  const { plan: key, amountCents, currency } = required(checkout, 'checkout');
  const plan = findPlan(key);
  if (!plan) throw new ComposeError(`plan ${key} no longer sold`);
  return {
    name,
    planTitle: plan.title,
    days: plan.days,
    seenCents: amountCents,
    currency,
    ...priceAt(plan, now),
    timeZone: timeZone ?? 'UTC',
    offerUrl: offerUrl(plan.key),
    leaveUrl,
  };
};

/** Names an end only if there is one. */
const priceNow = ({ seenCents, priceCents, priceUntil, currency, timeZone }: ReturnType<typeof dataOf>): string => {
  const amount = formatMoney(priceCents, currency);
  const now = priceCents === seenCents ? `The price is still ${amount}` : `The price has changed: it is ${amount} now`;
  return priceUntil ? `${now}, until ${dateIn(priceUntil, timeZone)}, ${timeIn(priceUntil, timeZone)}.` : `${now}.`;
};

/** Sent once, to a visitor who requested the first step and left a checkout unpaid. */
export const checkoutReminder = defineMail({
  to: 'reader',
  isWanted: ofRequest(
    ({ confirmedAt, allowsReminder, checkout }) =>
      confirmedAt !== null && allowsReminder && findPlan(checkout?.plan ?? '') !== undefined,
  ),
  data: dataOf,
  template: (mail) => {
    const plan = planName(mail.planTitle);
    return {
      subject: `Your ${PRODUCT.name} checkout is unfinished: ${plan}`,
      title: 'You stopped before paying',
      preheader: `The ${plan}: nothing was charged.`,
      blocks: [
        p(greeting(mail.name)),
        p(
          `You opened the checkout for the ${plan} at ${formatMoney(mail.seenCents, mail.currency)} and left it open. Nothing was charged.`,
        ),
        p(priceNow(mail)),
        facts({
          Plan: `${plan}, ${counted(mail.days, 'lesson')}`,
          Price: `${formatMoney(mail.priceCents, mail.currency)}, once`,
        }),
        action('Back to the offer', mail.offerUrl),
        space(),
        note(`${PRODUCT.guaranteeDays}-day money-back guarantee, and one payment: nothing renews.`),
        p('This is the only reminder. If you have decided against it, there is nothing to do.'),
      ],
      footer: firstStepFooter(mail.leaveUrl),
    };
  },
});
