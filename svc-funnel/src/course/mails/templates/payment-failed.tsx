import type { PaymentFailedMail } from '../mail.ts';
import { PaymentFooter, paymentFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Action, Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, greeting, moneyOf, paragraphs, planName, type Fact } from '../words.ts';

const TITLE = 'Your bank did not make the payment';
const NOTHING_TAKEN = 'No money was taken for this order, and no course begins from it.';
const AGAIN =
  'If you still want the course, order once more on our offer page, with the same bank account or in another way. The page names the price that holds now.';
const LABEL = 'Back to the offer';
const SINCE = 'If you have paid for another order since, nothing changes about that one.';

const what = ({ planTitle, amountCents, currency }: PaymentFailedMail): string =>
  `We waited for ${moneyOf(amountCents, currency)} from your bank for the ${planName(planTitle)}. The bank now says that the payment will not come.`;

const factsOf = ({ planTitle, amountCents, currency, orderedAt, timeZone }: PaymentFailedMail): Fact[] => [
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Not paid', value: moneyOf(amountCents, currency) },
  { name: 'Ordered on', value: dateIn(orderedAt, timeZone) },
];

const PaymentFailed = (mail: PaymentFailedMail) => (
  <Layout title={TITLE} preheader={NOTHING_TAKEN} footer={<PaymentFooter />}>
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{what(mail)}</P>
    <P>{NOTHING_TAKEN}</P>
    <Facts facts={factsOf(mail)} />
    <P>{AGAIN}</P>
    <Action href={mail.offerUrl}>{LABEL}</Action>
    <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
    <P>{SINCE}</P>
  </Layout>
);

/** Sent once, to whoever sent the form of a delayed payment that failed. */
export const paymentFailed: TemplateFor<'payment_failed'> = {
  subject: ({ planTitle, amountCents, currency }) =>
    `Payment not made: ${planName(planTitle)}, ${moneyOf(amountCents, currency)}`,
  html: (mail) => <PaymentFailed {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      what(mail),
      NOTHING_TAKEN,
      factLines(factsOf(mail)),
      AGAIN,
      `${LABEL}:\n${mail.offerUrl}`,
      SINCE,
      paymentFooterText(),
    ),
};
