import { PRODUCT } from '@course/funnel';
import type { CheckoutReminderMail } from '../mail.ts';
import { FirstStepFooter, firstStepFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Action, Facts, Note, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { counted, dateIn, factLines, greeting, moneyOf, paragraphs, planName, timeIn, type Fact } from '../words.ts';

const TITLE = 'You stopped before paying';
const LABEL = 'Back to the offer';
const ONCE = 'This is the only reminder. If you have decided against it, there is nothing to do.';
const GUARANTEE = `${PRODUCT.guaranteeDays}-day money-back guarantee, and one payment: nothing renews.`;

const what = ({ planTitle, seenCents, currency }: CheckoutReminderMail): string =>
  `You opened the checkout for the ${planName(planTitle)} at ${moneyOf(seenCents, currency)} and left it open. Nothing was charged.`;

/** Names an end only where there is one. */
const price = ({ seenCents, priceCents, priceUntil, currency, timeZone }: CheckoutReminderMail): string => {
  const amount = moneyOf(priceCents, currency);
  const now = priceCents === seenCents ? `The price is still ${amount}` : `The price has changed: it is ${amount} now`;
  return priceUntil ? `${now}, until ${dateIn(priceUntil, timeZone)}, ${timeIn(priceUntil, timeZone)}.` : `${now}.`;
};

const factsOf = ({ planTitle, days, priceCents, currency }: CheckoutReminderMail): Fact[] => [
  { name: 'Plan', value: `${planName(planTitle)}, ${counted(days, 'lesson')}` },
  { name: 'Price', value: `${moneyOf(priceCents, currency)}, once` },
];

const CheckoutReminder = (mail: CheckoutReminderMail) => (
  <Layout
    title={TITLE}
    preheader={`The ${planName(mail.planTitle)}: nothing was charged.`}
    footer={<FirstStepFooter leaveUrl={mail.leaveUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{what(mail)}</P>
    <P>{price(mail)}</P>
    <Facts facts={factsOf(mail)} />
    <Action href={mail.offerUrl}>{LABEL}</Action>
    <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
    <Note>{GUARANTEE}</Note>
    <P>{ONCE}</P>
  </Layout>
);

/** Sent once, to a visitor who asked for the first step and left a checkout unpaid. */
export const checkoutReminder: TemplateFor<'checkout_reminder'> = {
  subject: ({ planTitle }) => `Your ${PRODUCT.name} checkout is unfinished: ${planName(planTitle)}`,
  html: (mail) => <CheckoutReminder {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      what(mail),
      price(mail),
      factLines(factsOf(mail)),
      `${LABEL}:\n${mail.offerUrl}`,
      GUARANTEE,
      ONCE,
      firstStepFooterText(mail.leaveUrl),
    ),
};
