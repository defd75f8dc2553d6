import { POLICY } from '@course/funnel';
import type { OwnerSecondOrderMail } from '../mail.ts';
import { Command } from '../parts/command.tsx';
import { OwnerFooter } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, moneyOf, paragraphs, planName, type Fact } from '../words.ts';

const TITLE = 'Somebody has ordered twice';
const WHAT = 'One address has paid for two orders within a day. This is the second one.';
const NEXT = `Nothing to do: the buyer was told by mail, with a link that gives the money of this order back for ${POLICY.secondOrderDays} days. To look at it:`;

const factsOf = ({ planTitle, amountCents, currency, paidAt, orderNumber }: OwnerSecondOrderMail): Fact[] => [
  { name: 'Order number', value: orderNumber },
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Amount', value: moneyOf(amountCents, currency) },
  { name: 'Paid', value: dateIn(paidAt, 'UTC') },
];

const show = ({ orderNumber }: OwnerSecondOrderMail): string => `npm run owner -- orders show ${orderNumber}`;

const OwnerSecondOrder = (mail: OwnerSecondOrderMail) => (
  <Layout
    title={TITLE}
    preheader={`${moneyOf(mail.amountCents, mail.currency)}, ${planName(mail.planTitle)}`}
    aside="For the owner"
    footer={<OwnerFooter />}
  >
    <Title>{TITLE}</Title>
    <P>{WHAT}</P>
    <Facts facts={factsOf(mail)} />
    <P>{NEXT}</P>
    <Command>{show(mail)}</Command>
  </Layout>
);

export const ownerSecondOrder: TemplateFor<'owner_second_order'> = {
  subject: ({ amountCents, currency, planTitle }) =>
    `Second order within a day: ${moneyOf(amountCents, currency)}, ${planName(planTitle)}`,
  html: (mail) => <OwnerSecondOrder {...mail} />,
  text: (mail) => paragraphs(`${TITLE}.`, WHAT, factLines(factsOf(mail)), NEXT, show(mail)),
};
