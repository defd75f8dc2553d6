import { findPlan, formatMoney, planTitleOf } from '@course/funnel';
import { action, facts, p, space } from '../blocks.ts';
import { defineMail, required } from '../definition.ts';
import { paymentFooter } from '../footer.ts';
import { dateIn, greeting, planName } from '../words.ts';

const NOTHING_TAKEN = 'No money was taken for this order, and no course begins from it.';

/** Sent once, to the person who submitted the form of a delayed payment that failed. */
export const paymentFailed = defineMail({
  to: 'reader',
  isWanted: ({ failedPayment = null }) =>
    failedPayment !== null && failedPayment.email !== null && !failedPayment.isSuperseded,
  isMandatory: true,
  data: ({ failedPayment }, { offerUrl }) => {
    const { name, timeZone, plan, amountCents, currency, orderedAt } = required(failedPayment, 'checkout');
    return {
      name,
      planTitle: planTitleOf(plan),
      amountCents,
      currency,
      orderedAt,
      timeZone: timeZone ?? 'UTC',
      // With the plan chosen if it is still sold.
      offerUrl: offerUrl(findPlan(plan)?.key),
    };
  },
  template: (mail) => {
    const plan = planName(mail.planTitle);
    const amount = formatMoney(mail.amountCents, mail.currency);
    return {
      subject: `Payment not made: ${plan}, ${amount}`,
      title: 'Your bank declined the payment',
      preheader: NOTHING_TAKEN,
      blocks: [
        p(greeting(mail.name)),
        p(`We waited for ${amount} from your bank for the ${plan}. The bank now says that the payment will not come.`),
        p(NOTHING_TAKEN),
        facts({ Plan: plan, 'Not paid': amount, 'Ordered on': dateIn(mail.orderedAt, mail.timeZone) }),
        p(
          'If you still want the course, order once more on our offer page, with the same bank account or in another way. The page names the price that holds now.',
        ),
        action('Back to the offer', mail.offerUrl),
        space(),
        p('If you have paid for another order since, nothing changes about that one.'),
      ],
      footer: paymentFooter,
    };
  },
});
