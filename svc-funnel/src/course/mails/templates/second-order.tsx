import { PRODUCT } from '@course/funnel';
import type { SecondOrderMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Action, Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, factLines, greeting, moneyOf, paragraphs, planName, timeIn, type Fact } from '../words.ts';

const TITLE = 'You have ordered twice';
const WHAT = 'This address has paid for two orders within a day. Here is the second one.';
const BOTH = 'If you wanted both, there is nothing to do.';
const ACTION = 'Undo the second order';
const NOT_YOU = `Is something not right? Write to ${PRODUCT.supportEmail} and give the order number.`;

const undoing = ({ undoUntil, timeZone }: SecondOrderMail): string =>
  `If not, one button undoes it until ${dateIn(undoUntil, timeZone)}: you get its full price back on the card that you paid with, and its lessons stop. Your first order stays as it is.`;

const factsOf = ({ planTitle, amountCents, currency, paidAt, timeZone, orderNumber }: SecondOrderMail): Fact[] => [
  { name: 'Order number', value: orderNumber },
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Paid', value: moneyOf(amountCents, currency) },
  { name: 'On', value: `${dateIn(paidAt, timeZone)}, ${timeIn(paidAt, timeZone)}` },
];

const SecondOrder = (mail: SecondOrderMail) => (
  <Layout
    title={TITLE}
    preheader={`${moneyOf(mail.amountCents, mail.currency)}, ${planName(mail.planTitle)}. One button undoes it.`}
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{WHAT}</P>
    <Facts facts={factsOf(mail)} />
    <P>{BOTH}</P>
    <P>{undoing(mail)}</P>
    <Action href={mail.undoUrl}>{ACTION}</Action>
    <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
    <P>{NOT_YOU}</P>
  </Layout>
);

export const secondOrder: TemplateFor<'second_order'> = {
  subject: ({ amountCents, currency, planTitle }) =>
    `Your second order in a day: ${planName(planTitle)}, ${moneyOf(amountCents, currency)}`,
  html: (mail) => <SecondOrder {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      WHAT,
      factLines(factsOf(mail)),
      BOTH,
      undoing(mail),
      `${ACTION}:\n${mail.undoUrl}`,
      NOT_YOU,
      readerFooterText({ withdrawalUrl: mail.withdrawalUrl }),
    ),
};
