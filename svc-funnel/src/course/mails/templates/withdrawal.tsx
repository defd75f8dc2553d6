import { POLICY, PRODUCT } from '@course/funnel';
import type { WithdrawalMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, greeting, moneyOf, paragraphs, planName, type Fact } from '../words.ts';

/** What this refund gives back: all, or what earlier ones left. */
const amount = ({ refundedCents, earlierCents, currency }: WithdrawalMail): string =>
  moneyOf(refundedCents - earlierCents, currency);
const title = (mail: WithdrawalMail): string => `${amount(mail)} is on its way back to you`;
const inAll = ({ refundedCents, earlierCents, currency }: WithdrawalMail): string =>
  `${moneyOf(refundedCents, currency)}${earlierCents > 0 ? ` in all, ${moneyOf(earlierCents, currency)} of it before` : ''}`;

const when = `It should appear within ${POLICY.refundPayoutBusinessDays} business days on the card that you paid with.`;
const STOPPED =
  'This order is cancelled: its lessons have stopped and its course page is closed. The emails that you have are yours to keep.';
const GOODBYE = `Was something missing? One line to ${PRODUCT.supportEmail} would help us. Thank you for trying ${PRODUCT.name}.`;

const factsOf = (mail: WithdrawalMail): Fact[] => [
  { name: 'Plan', value: `${planName(mail.planTitle)}, cancelled` },
  { name: 'Paid', value: moneyOf(mail.amountCents, mail.currency) },
  { name: 'Refunded', value: inAll(mail) },
  { name: 'Date', value: dateIn(mail.refundedAt, mail.timeZone) },
  { name: 'Order', value: mail.orderNumber },
];

const Withdrawal = (mail: WithdrawalMail) => (
  <Layout
    title={title(mail)}
    preheader="Your order is cancelled. Here is the confirmation."
    aside="Refunded"
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} />}
  >
    <Title>{title(mail)}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{when}</P>
    <P>{STOPPED}</P>
    <Facts facts={factsOf(mail)} />
    <P>{GOODBYE}</P>
  </Layout>
);

export const withdrawal: TemplateFor<'withdrawal'> = {
  subject: (mail) => `Refund confirmed: ${planName(mail.planTitle)}, ${amount(mail)}`,
  html: (mail) => <Withdrawal {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      `${title(mail)}. ${when}`,
      STOPPED,
      factLines(factsOf(mail)),
      GOODBYE,
      readerFooterText({ withdrawalUrl: mail.withdrawalUrl }),
    ),
};
