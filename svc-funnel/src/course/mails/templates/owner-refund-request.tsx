import type { OwnerRefundRequestMail } from '../mail.ts';
import { OwnerFooter } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Facts, Note, P, Subtitle, Title } from '../parts/text.tsx';
import { Command } from '../parts/command.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, moneyOf, paragraphs, planName, type Fact } from '../words.ts';
import { POLICY } from '@course/funnel';

const TITLE = 'A buyer asks for a refund';
const PROMISE = `The Refund Policy promises a reply within ${POLICY.refundReplyBusinessDays} business days.`;

const factsOf = ({
  planTitle,
  amountCents,
  currency,
  paidAt,
  requestedAt,
  orderNumber,
}: OwnerRefundRequestMail): Fact[] => [
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Amount', value: moneyOf(amountCents, currency) },
  { name: 'Paid', value: dateIn(paidAt, 'UTC') },
  { name: 'Asked', value: dateIn(requestedAt, 'UTC') },
  { name: 'Order number', value: orderNumber },
];

const show = ({ orderNumber }: OwnerRefundRequestMail): string => `npm run owner -- orders show ${orderNumber}`;
const refund = ({ orderNumber }: OwnerRefundRequestMail): string => `npm run owner -- refund ${orderNumber}`;

const words = ({ reason }: OwnerRefundRequestMail): string => reason?.trim() || 'No reason was given; none is needed.';

const OwnerRefundRequest = (mail: OwnerRefundRequestMail) => (
  <Layout
    title={TITLE}
    preheader={`${moneyOf(mail.amountCents, mail.currency)}, ${planName(mail.planTitle)}`}
    aside="For the owner"
    footer={<OwnerFooter />}
  >
    <Title>{TITLE}</Title>
    <Facts facts={factsOf(mail)} />
    <Subtitle>In the buyer's words</Subtitle>
    <Note>
      <span style={{ whiteSpace: 'pre-wrap' }}>{words(mail)}</span>
    </Note>
    <P>{PROMISE} Look at the order, then give the money back; the lessons stop and the buyer gets a confirmation.</P>
    <Command>{show(mail)}</Command>
    <Command>{refund(mail)}</Command>
  </Layout>
);

export const ownerRefundRequest: TemplateFor<'owner_refund_request'> = {
  subject: ({ amountCents, currency, planTitle }) =>
    `Refund requested: ${moneyOf(amountCents, currency)}, ${planName(planTitle)}`,
  html: (mail) => <OwnerRefundRequest {...mail} />,
  text: (mail) =>
    paragraphs(
      `${TITLE}.`,
      factLines(factsOf(mail)),
      `In the buyer's words:\n${words(mail).replace(/^/gm, '> ')}`,
      `${PROMISE} Look at the order, then give the money back:`,
      `${show(mail)}\n${refund(mail)}`,
    ),
};
