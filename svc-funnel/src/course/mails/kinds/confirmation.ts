import {
  formatMoney,
  IMMEDIATE_PERFORMANCE,
  modelWithdrawalForm,
  POLICY,
  PRODUCT,
  SELLER,
  sellerLine,
  type Tax,
  taxNoteOf,
  withdrawalNotice,
} from '@course/funnel';
import { z } from 'zod';
import { guaranteeEnds, withdrawalEnds } from '../../refund-periods.ts';
import { outlineIn, partsIn } from '../../lessons/placed-lesson.ts';
import { action, type Blocks, facts, group, link, note, p, small, space, strong, subtitle, weeks } from '../blocks.ts';
import {
  boughtIn,
  courseLinksIn,
  defineMail,
  isPaid,
  linksIn,
  type MailContext,
  planIn,
  readerIn,
  required,
} from '../definition.ts';
import type { LoadedDelivery } from '../loaded-delivery.ts';
import { readerFooter } from '../footer.ts';
import { shownName } from '../headers.ts';
import { counted, dateIn, dayIn, planName, timeIn } from '../words.ts';

/** The accepted terms and when that was. Their version comes from the browser, so anything but a date is discarded. */
const termsIn = ({ termsVersion: version, termsAcceptedAt: acceptedAt }: LoadedDelivery) =>
  version !== null && acceptedAt !== null && z.iso.date().safeParse(version).success ? { version, acceptedAt } : null;

const taxIn = ({ tax }: LoadedDelivery): Tax => (tax === 'included' ? 'included' : 'off');

const dataOf = (delivery: LoadedDelivery, context: MailContext) => {
  const reader = readerIn(delivery, context);
  const bought = boughtIn(delivery);
  const { paidAt } = bought;
  return {
    ...reader,
    ...bought,
    tax: taxIn(delivery),
    terms: termsIn(delivery),
    links: courseLinksIn(context),
    refundUrl: required(linksIn(context).refundUrl, 'refund link'),
    refundUntil: guaranteeEnds(paidAt, reader.timeZone),
    withdrawUntil: withdrawalEnds(paidAt, reader.timeZone),
    /** When the buyer asked for the course to begin before that; null if they did not. */
    askedToBeginAt: delivery.askedToBeginAt,
    /** Null for a course that was bought before plans were made from answers. */
    outline: outlineIn(planIn(delivery)),
    parts: partsIn(planIn(delivery)),
    /** Null for a course that currently sends no lessons. */
    firstLessonAt: delivery.courseStatus === 'stopped' ? null : (delivery.firstDueAt ?? delivery.nextDueAt),
  };
};

type ConfirmationMail = ReturnType<typeof dataOf>;

const vatLine = SELLER.vatNumber ? `VAT number ${SELLER.vatNumber}` : null;

const bought = (mail: ConfirmationMail) => {
  const { terms, timeZone } = mail;
  return facts({
    Plan: `${planName(mail.planTitle)}, ${counted(mail.days, 'lesson')}`,
    Paid: [formatMoney(mail.amountCents, mail.currency), 'once', taxNoteOf(mail.tax)].filter(Boolean).join(', '),
    Date: dateIn(mail.paidAt, timeZone),
    'Order number': mail.orderNumber,
    'Sold by': [sellerLine(SELLER), vatLine].filter(Boolean).join('. '),
    Terms:
      terms &&
      `Terms of Service of ${dateIn(new Date(terms.version), 'UTC')}, accepted on ${dateIn(terms.acceptedAt, timeZone)}, ${timeIn(terms.acceptedAt, timeZone)}`,
  });
};

const firstLesson = ({ firstLessonAt, timeZone }: ConfirmationMail): string | null =>
  firstLessonAt && `${dayIn(firstLessonAt, timeZone)}, about ${timeIn(firstLessonAt, timeZone)}`;

/** Says how lessons fit the minutes a day that the buyer has. */
const lengthOf = ({ parts }: ConfirmationMail): string => {
  if (parts[0] === 'short')
    return `Each begins with a five-minute version; the whole lesson, about ${PRODUCT.lessonMinutes} minutes, is below it.`;
  const whole = `Each has one idea, a prompt to try and an exercise: about ${PRODUCT.lessonMinutes} minutes`;
  if (parts.includes('short')) return `${whole}, with a five-minute version at the end for busy days.`;
  return parts.includes('stretch') ? `${whole}, and then a way to go further.` : `${whole}.`;
};

const rhythm = (mail: ConfirmationMail): string =>
  `${mail.firstLessonAt ? 'Then one' : 'One lesson'} a day, ${mail.days} in all. ${lengthOf(mail)}`;

/** Says what the plan was made from, such as `7 lessons because you chose Design`, and what some weeks have. */
const planned = ({ outline }: ConfirmationMail): Blocks =>
  outline
    ? [
        subtitle(outline.reasons.length > 0 ? 'Your plan, made from your answers' : 'Your plan'),
        ...outline.reasons.map(({ because, count, titles }) => {
          const more = count > 2 ? [`and ${count - 2} more`] : [];
          return p(
            strong(`${counted(count, 'lesson')} ${because}:`),
            ` ${[...titles.slice(0, 2), ...more].join(' · ')}`,
          );
        }),
        p(outline.weeks.length === 1 ? 'Some of your lessons:' : 'Some of your lessons, week by week:'),
        weeks(outline.weeks),
      ]
    : [];

/** What the law requires a buyer to receive: the right of withdrawal and the form for it. */
const withdrawing = ({ withdrawUntil, askedToBeginAt, timeZone }: ConfirmationMail): Blocks => [
  ...withdrawalNotice().map(({ title, paragraphs }) =>
    group(subtitle(title), ...paragraphs.map((paragraph) => small(paragraph))),
  ),
  small(`You bought your plan on the date above, so the withdrawal period ends on ${dateIn(withdrawUntil, timeZone)}.`),
  askedToBeginAt &&
    small(
      `You asked us at the checkout, on ${dateIn(askedToBeginAt, timeZone)}: "${IMMEDIATE_PERFORMANCE}" Your right to withdraw stays as it is.`,
    ),
  subtitle('Model withdrawal form'),
  small('Fill it in and send it back only if you want to withdraw. The link at the foot of this email does the same.'),
  ...modelWithdrawalForm().map((line) => small(line)),
];

export const confirmation = defineMail({
  to: 'reader',
  links: { also: ['refund'] },
  isWanted: isPaid,
  isMandatory: true,
  data: dataOf,
  template: (mail) => {
    const name = shownName(mail.name);
    const first = firstLesson(mail);
    return {
      subject: `Order confirmed: ${planName(mail.planTitle)}, ${formatMoney(mail.amountCents, mail.currency)}`,
      title: name === null ? 'Your course is on its way' : `${name}, your course is on its way`,
      preheader: `${first ? `First lesson: ${first}. ` : ''}Here is what you bought.`,
      aside: 'Order confirmed',
      walked: 0,
      blocks: [
        p(
          'Thank you for your order.',
          ...(first ? [' Your first lesson is set for ', strong(first), ', to this address.'] : []),
        ),
        p(rhythm(mail)),
        action('Open your course', mail.links.courseUrl),
        space(24),
        bought(mail),
        ...planned(mail),
        note(
          strong(`${PRODUCT.guaranteeDays}-day money-back guarantee.`),
          ' Not for you? ',
          link('Ask for a refund', mail.refundUrl),
          ` until ${dateIn(mail.refundUntil, mail.timeZone)} and you get the full price back.`,
        ),
        p(
          `Keep this email: the link above opens your own course page, where every lesson stays readable until ${POLICY.missedContentDays} days after the last one. Whoever has this email can read your course and ask for the refund, so please do not forward it.`,
        ),
        ...withdrawing(mail),
      ],
      footer: readerFooter(mail),
    };
  },
});
