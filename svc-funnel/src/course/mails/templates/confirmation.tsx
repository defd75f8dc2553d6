import {
  IMMEDIATE_PERFORMANCE,
  modelWithdrawalForm,
  POLICY,
  PRODUCT,
  SELLER,
  sellerLine,
  taxNoteOf,
  withdrawalNotice,
} from '@course/funnel';
import type { ConfirmationMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout, Small } from '../parts/layout.tsx';
import { StonePath } from '../parts/stones.tsx';
import { A, Action, Facts, Note, P, Subtitle, Title } from '../parts/text.tsx';
import { Weeks, weekLines } from '../parts/weeks.tsx';
import { shownName } from '../headers.ts';
import type { TemplateFor } from '../template.ts';
import {
  counted,
  dateIn,
  dayIn,
  factLines,
  greeting,
  moneyOf,
  paragraphs,
  planName,
  timeIn,
  type Fact,
} from '../words.ts';

const vatLine = SELLER.vatNumber ? `VAT number ${SELLER.vatNumber}` : null;

const factsOf = ({
  planTitle,
  days,
  amountCents,
  currency,
  tax,
  terms,
  paidAt,
  timeZone,
  orderNumber,
}: ConfirmationMail): Fact[] => [
  { name: 'Plan', value: `${planName(planTitle)}, ${counted(days, 'lesson')}` },
  { name: 'Paid', value: [moneyOf(amountCents, currency), 'once', taxNoteOf(tax)].filter(Boolean).join(', ') },
  { name: 'Date', value: dateIn(paidAt, timeZone) },
  { name: 'Order number', value: orderNumber },
  { name: 'Sold by', value: [sellerLine(SELLER), vatLine].filter(Boolean).join('. ') },
  ...(terms
    ? [
        {
          name: 'Terms',
          value: `Terms of Service of ${dateIn(new Date(terms.version), 'UTC')}, accepted on ${dateIn(terms.acceptedAt, timeZone)}, ${timeIn(terms.acceptedAt, timeZone)}`,
        },
      ]
    : []),
];

const firstLesson = ({ firstLessonAt, timeZone }: ConfirmationMail): string | null =>
  firstLessonAt && `${dayIn(firstLessonAt, timeZone)}, about ${timeIn(firstLessonAt, timeZone)}`;

/** How lessons meet the minutes a day that the buyer has. */
const length = ({ parts }: ConfirmationMail): string => {
  if (parts[0] === 'short')
    return `Each begins with a five-minute version; the whole lesson, about ${PRODUCT.lessonMinutes} minutes, is below it.`;
  const whole = `Each has one idea, a prompt to try and an exercise: about ${PRODUCT.lessonMinutes} minutes`;
  if (parts.includes('short')) return `${whole}, with a five-minute version at the end for busy days.`;
  return parts.includes('stretch') ? `${whole}, and then a way to go further.` : `${whole}.`;
};

const rhythm = (mail: ConfirmationMail): string =>
  `${mail.firstLessonAt ? 'Then one' : 'One lesson'} a day, ${mail.days} in all. ${length(mail)}`;

const some = ({ outline }: ConfirmationMail): string =>
  outline?.weeks.length === 1 ? 'Some of your lessons:' : 'Some of your lessons, week by week:';

/** Such as `7 lessons because you chose Design`, and `Layout and hierarchy · A set that belongs together · and 5 more`. */
const reasonsIn = ({ outline }: ConfirmationMail) =>
  (outline?.reasons ?? []).map(({ because, count, titles }) => {
    const more = count > 2 ? [`and ${count - 2} more`] : [];
    return { reason: `${counted(count, 'lesson')} ${because}`, shown: [...titles.slice(0, 2), ...more].join(' · ') };
  });

const planTitle = (mail: ConfirmationMail): string =>
  reasonsIn(mail).length > 0 ? 'Your plan, made from your answers' : 'Your plan';

const refundUntil = (mail: ConfirmationMail): string => dateIn(mail.refundUntil, mail.timeZone);

const title = ({ name }: ConfirmationMail): string => {
  const shown = shownName(name);
  return shown === null ? 'Your course is on its way' : `${shown}, your course is on its way`;
};

const FORM_TITLE = 'Model withdrawal form';
const FORM_NOTE =
  'Fill it in and send it back only if you want to withdraw. The link at the foot of this email does the same.';

const lawfulUntil = ({ withdrawUntil, timeZone }: ConfirmationMail): string =>
  `You bought your plan on the date above, so the withdrawal period ends on ${dateIn(withdrawUntil, timeZone)}.`;

const earlyBegin = ({ askedToBeginAt, timeZone }: ConfirmationMail): string | null =>
  askedToBeginAt === null
    ? null
    : `You asked us at the checkout, on ${dateIn(askedToBeginAt, timeZone)}: "${IMMEDIATE_PERFORMANCE}" Your right to withdraw stays as it is.`;

/** What the law wants a buyer to keep: the right of withdrawal and the form for it. */
const Withdrawing = (mail: ConfirmationMail) => (
  <>
    {withdrawalNotice().map(({ title: heading, paragraphs: lines }) => (
      <div key={heading}>
        <Subtitle>{heading}</Subtitle>
        {lines.map((line) => (
          <Small key={line}>{line}</Small>
        ))}
      </div>
    ))}
    <Small>{lawfulUntil(mail)}</Small>
    {mail.askedToBeginAt && <Small>{earlyBegin(mail)}</Small>}
    <Subtitle>{FORM_TITLE}</Subtitle>
    <Small>{FORM_NOTE}</Small>
    {modelWithdrawalForm().map((line) => (
      <Small key={line}>{line}</Small>
    ))}
  </>
);

const withdrawingText = (mail: ConfirmationMail): string =>
  [
    ...withdrawalNotice().flatMap(({ title: heading, paragraphs: lines }) => [heading.toUpperCase(), ...lines]),
    lawfulUntil(mail),
    earlyBegin(mail),
    FORM_TITLE.toUpperCase(),
    FORM_NOTE,
    modelWithdrawalForm().join('\n'),
  ]
    .filter((line) => line !== null)
    .join('\n\n');

const Confirmation = (mail: ConfirmationMail) => (
  <Layout
    title={title(mail)}
    preheader={`${mail.firstLessonAt ? `First lesson: ${firstLesson(mail)}. ` : ''}Here is what you bought.`}
    aside="Order confirmed"
    picture={<StonePath walked={0} />}
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} links={mail.links} />}
  >
    <Title>{title(mail)}</Title>
    <P>
      Thank you for your order.
      {mail.firstLessonAt && (
        <>
          {' '}
          Your first lesson is set for <strong>{firstLesson(mail)}</strong>, to this address.
        </>
      )}
    </P>
    <P>{rhythm(mail)}</P>
    <Action href={mail.links.courseUrl}>Open your course</Action>
    <div style={{ height: 24, lineHeight: '24px', fontSize: 0 }}>&nbsp;</div>
    <Facts facts={factsOf(mail)} />
    {mail.outline && (
      <>
        <Subtitle>{planTitle(mail)}</Subtitle>
        {reasonsIn(mail).map(({ reason, shown }) => (
          <P key={reason}>
            <strong>{reason}:</strong> {shown}
          </P>
        ))}
        <P>{some(mail)}</P>
        <Weeks weeks={mail.outline.weeks} />
      </>
    )}
    <Note>
      <strong>{PRODUCT.guaranteeDays}-day money-back guarantee.</strong> Not for you?{' '}
      <A href={mail.refundUrl}>Ask for a refund</A> until {refundUntil(mail)} and you get the full price back.
    </Note>
    <P>
      Keep this email: the button above opens your own course page, where every lesson stays readable until{' '}
      {POLICY.missedContentDays} days after the last one. Whoever has this email can read your course and ask for the
      refund, so please do not forward it.
    </P>
    <Withdrawing {...mail} />
  </Layout>
);

export const confirmation: TemplateFor<'confirmation'> = {
  subject: ({ planTitle, amountCents, currency }) =>
    `Order confirmed: ${planName(planTitle)}, ${moneyOf(amountCents, currency)}`,
  html: (mail) => <Confirmation {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      `Thank you for your order.${mail.firstLessonAt ? ` Your first lesson is set for ${firstLesson(mail)}, to this address.` : ''}`,
      rhythm(mail),
      factLines(factsOf(mail)),
      mail.outline &&
        [planTitle(mail), ...reasonsIn(mail).map(({ reason, shown }) => `- ${reason}: ${shown}`)].join('\n'),
      mail.outline && `${some(mail)}\n${weekLines(mail.outline)}`,
      `Your course page, where every lesson stays readable until ${POLICY.missedContentDays} days after the last one. Whoever has this email can read your course and ask for the refund, so please do not forward it:\n${mail.links.courseUrl}`,
      `${PRODUCT.guaranteeDays}-day money-back guarantee: not for you? Ask for a refund until ${refundUntil(mail)} and you get the full price back.\n${mail.refundUrl}`,
      withdrawingText(mail),
      readerFooterText(mail),
    ),
};
