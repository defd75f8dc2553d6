import { POLICY, PRODUCT } from '@course/funnel';
import type { WithdrawalReceiptMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { A, Action, Facts, Note, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, greeting, moneyOf, paragraphs, planName, timeIn, type Fact } from '../words.ts';

const TITLE = 'We have received your withdrawal';
const OBJECT = 'This was not me';

type Refund = NonNullable<WithdrawalReceiptMail['refund']>;

const at = (moment: Date, { timeZone }: WithdrawalReceiptMail): string =>
  `${dateIn(moment, timeZone)}, ${timeIn(moment, timeZone)}`;

const factsOf = (mail: WithdrawalReceiptMail): Fact[] => [
  { name: 'Received', value: at(mail.receivedAt, mail) },
  { name: 'Order number', value: mail.orderNumber },
  { name: 'Plan', value: planName(mail.planTitle) },
  { name: 'Paid', value: `${moneyOf(mail.amountCents, mail.currency)} on ${dateIn(mail.paidAt, mail.timeZone)}` },
];

const others = ({ alsoFor }: WithdrawalReceiptMail): string | null =>
  alsoFor.length === 0
    ? null
    : `It also covers your order${alsoFor.length === 1 ? '' : 's'} ${alsoFor.join(', ')}, each with its own receipt.`;

const whatFollows = (mail: WithdrawalReceiptMail, { startsAt, latestAt, amountCents }: Refund): string =>
  `Your lessons have stopped. On ${at(startsAt, mail)} we start to pay ${moneyOf(amountCents, mail.currency)} back to the card that you paid with, and we confirm it by email. The law gives us until ${dateIn(latestAt, mail.timeZone)}. There is nothing more for you to do.`;

const notYou = (mail: WithdrawalReceiptMail, { startsAt }: Refund): string =>
  `Somebody else did this, or you want to keep the course? Until ${at(startsAt, mail)} one button takes the withdrawal back, and your lessons go on.`;

const tooLate = ({ withdrawUntil, timeZone }: WithdrawalReceiptMail): string =>
  `The ${POLICY.withdrawalDays} days in which the law lets you withdraw ended on ${dateIn(withdrawUntil, timeZone)}. So nothing has changed by itself: we will look at your message and reply within ${POLICY.refundReplyBusinessDays} business days. Our ${PRODUCT.guaranteeDays}-day money-back guarantee is separate from the law, and your course page leads to it.`;

const WithdrawalReceipt = (mail: WithdrawalReceiptMail) => (
  <Layout
    title={TITLE}
    preheader={`Received on ${at(mail.receivedAt, mail)}.`}
    aside="Receipt"
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>This is the receipt for your withdrawal. What was declared to us:</P>
    <Note>{mail.statement}</Note>
    <Facts facts={factsOf(mail)} />
    {mail.alsoFor.length > 0 && <P>{others(mail)}</P>}
    {mail.refund ? (
      <>
        <P>{whatFollows(mail, mail.refund)}</P>
        <P>{notYou(mail, mail.refund)}</P>
        <Action href={mail.refund.objectionUrl}>{OBJECT}</Action>
      </>
    ) : (
      <P>
        {tooLate(mail)} <A href={mail.links.courseUrl}>Open your course</A>
      </P>
    )}
  </Layout>
);

/** The acknowledgement of receipt that the law asks for: content, date and time. */
export const withdrawalReceipt: TemplateFor<'withdrawal_receipt'> = {
  subject: ({ orderNumber }) => `Receipt: your withdrawal from order ${orderNumber}`,
  html: (mail) => <WithdrawalReceipt {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      `${TITLE}. What was declared to us:`,
      `> ${mail.statement}`,
      factLines(factsOf(mail)),
      others(mail),
      mail.refund ? whatFollows(mail, mail.refund) : `${tooLate(mail)}\n${mail.links.courseUrl}`,
      mail.refund ? `${notYou(mail, mail.refund)}\n${OBJECT}:\n${mail.refund.objectionUrl}` : null,
      readerFooterText({ withdrawalUrl: mail.withdrawalUrl }),
    ),
};
