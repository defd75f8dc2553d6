import { POLICY, PRODUCT } from '@course/funnel';
import type { RefundRequestMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, greeting, moneyOf, paragraphs, planName, type Fact } from '../words.ts';

const TITLE = 'We have your refund request';
const NEXT = `We will look at it and reply within ${POLICY.refundReplyBusinessDays} business days. Once it is approved, the money reaches your card within ${POLICY.refundPayoutBusinessDays} business days, depending on your bank.`;
const MEANWHILE = `Until then nothing changes, and there is nothing else you need to do. To add something, or if this was not you, write to ${PRODUCT.supportEmail}.`;

const factsOf = ({
  planTitle,
  amountCents,
  currency,
  requestedAt,
  timeZone,
  orderNumber,
}: RefundRequestMail): Fact[] => [
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Amount', value: moneyOf(amountCents, currency) },
  { name: 'Asked on', value: dateIn(requestedAt, timeZone) },
  { name: 'Order number', value: orderNumber },
];

const RefundRequest = (mail: RefundRequestMail) => (
  <Layout
    title={TITLE}
    preheader={`We reply within ${POLICY.refundReplyBusinessDays} business days.`}
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{NEXT}</P>
    <Facts facts={factsOf(mail)} />
    <P>{MEANWHILE}</P>
  </Layout>
);

export const refundRequest: TemplateFor<'refund_request'> = {
  subject: ({ planTitle, amountCents, currency }) =>
    `Refund request received: ${planName(planTitle)}, ${moneyOf(amountCents, currency)}`,
  html: (mail) => <RefundRequest {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      `${TITLE}. ${NEXT}`,
      factLines(factsOf(mail)),
      MEANWHILE,
      readerFooterText({ withdrawalUrl: mail.withdrawalUrl }),
    ),
};
