import { formatMoney, PRODUCT } from '@course/funnel';
import { action, facts, note, p, space } from '../blocks.ts';
import { firstStepFooter } from '../footer.ts';
import type { CheckoutReminderMail } from '../mail.ts';
import type { TemplateFor } from '../template.ts';
import { counted, dateIn, greeting, planName, timeIn } from '../words.ts';

/** Names an end only if there is one. */
const priceNow = ({ seenCents, priceCents, priceUntil, currency, timeZone }: CheckoutReminderMail): string => {
  const amount = formatMoney(priceCents, currency);
  const now = priceCents === seenCents ? `The price is still ${amount}` : `The price has changed: it is ${amount} now`;
  return priceUntil ? `${now}, until ${dateIn(priceUntil, timeZone)}, ${timeIn(priceUntil, timeZone)}.` : `${now}.`;
};

/** Sent once, to a visitor who requested the first step and left a checkout unpaid. */
export const checkoutReminder: TemplateFor<'checkout_reminder'> = (mail) => {
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
};
