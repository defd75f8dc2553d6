import type { OwnerWithdrawalMail } from '../mail.ts';
import { Command } from '../parts/command.tsx';
import { OwnerFooter } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, moneyOf, paragraphs, planName, timeIn, type Fact } from '../words.ts';

const TITLE = 'A buyer has withdrawn';

const at = (moment: Date): string => `${dateIn(moment, 'UTC')}, ${timeIn(moment, 'UTC')}`;

const factsOf = ({
  planTitle,
  amountCents,
  currency,
  paidAt,
  receivedAt,
  orderNumber,
}: OwnerWithdrawalMail): Fact[] => [
  { name: 'Order number', value: orderNumber },
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Amount', value: moneyOf(amountCents, currency) },
  { name: 'Paid', value: dateIn(paidAt, 'UTC') },
  { name: 'Received', value: at(receivedAt) },
];

const next = ({ refund }: OwnerWithdrawalMail): string =>
  refund
    ? `Nothing to do: the lessons have stopped, the buyer has a receipt, and the refund begins by itself on ${at(refund.startsAt)}, unless the buyer says that it was somebody else. It cannot be declined. The law asks for it by ${dateIn(refund.latestAt, 'UTC')}; you are told in time if it is not made. To look at it:`
    : 'It came after the legal time, so nothing has changed: the buyer has a receipt that says so and waits for your decision. Refund the order, or decline it and write to the buyer:';

const commands = ({ orderNumber, refund }: OwnerWithdrawalMail): string[] => [
  `npm run owner -- orders show ${orderNumber}`,
  ...(refund ? [] : [`npm run owner -- refund ${orderNumber}`, `npm run owner -- decline ${orderNumber}`]),
];

const OwnerWithdrawal = (mail: OwnerWithdrawalMail) => (
  <Layout
    title={TITLE}
    preheader={`${moneyOf(mail.amountCents, mail.currency)}, ${planName(mail.planTitle)}`}
    aside="For the owner"
    footer={<OwnerFooter />}
  >
    <Title>{TITLE}</Title>
    <Facts facts={factsOf(mail)} />
    <P>{next(mail)}</P>
    {commands(mail).map((command) => (
      <Command key={command}>{command}</Command>
    ))}
  </Layout>
);

export const ownerWithdrawal: TemplateFor<'owner_withdrawal'> = {
  subject: ({ amountCents, currency, planTitle, refund }) =>
    `${refund ? 'Withdrawal' : 'Late withdrawal'}: ${moneyOf(amountCents, currency)}, ${planName(planTitle)}`,
  html: (mail) => <OwnerWithdrawal {...mail} />,
  text: (mail) => paragraphs(`${TITLE}.`, factLines(factsOf(mail)), next(mail), commands(mail).join('\n')),
};
