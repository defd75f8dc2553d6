import { firstStepConsent, PRODUCT, SELLER, sellerLine, WITHDRAW_LABEL } from '@course/funnel';
import { link, mailbox, type Words } from './blocks.ts';
import type { FooterLine } from './content.ts';
import type { CourseLinks } from './definition.ts';

/** Lessons have no link to a refund, because they are forwarded. */
const REFUND = `To use the ${PRODUCT.guaranteeDays}-day money-back guarantee, open your course.`;

const QUESTIONS: Words = ['Questions? Write to ', mailbox(PRODUCT.supportEmail), '.'];

const line = (...parts: readonly Words[]): FooterLine => ({ between: ' · ', parts });
const sentences = (...parts: readonly Words[]): FooterLine => ({ between: ' ', parts });

interface ReaderFooter {
  readonly withdrawalUrl: string;
  readonly links?: CourseLinks;
}

/** Says why the mail came, how to unsubscribe, how to withdraw and where to ask. */
export const readerFooter = ({ withdrawalUrl, links }: ReaderFooter): FooterLine[] => [
  sentences([`You get this email because you bought a ${PRODUCT.name} plan.`], ...(links ? [[REFUND]] : []), QUESTIONS),
  ...(links ? [line([link('Your course', links.courseUrl)], [link('Unsubscribe', links.unsubscribeUrl)])] : []),
  line([sellerLine(SELLER)], [link(WITHDRAW_LABEL, withdrawalUrl)]),
];

const REASON = `You get this email because "${firstStepConsent().label}" was ticked on the site of ${PRODUCT.name} with this address.`;

/** The footer of mails before a purchase. */
export const firstStepFooter = (leaveUrl: string): FooterLine[] => [
  sentences([REASON], QUESTIONS),
  line([link('Unsubscribe', leaveUrl)]),
  line([sellerLine(SELLER)]),
];

/** The footer of the mail about a payment that failed. */
export const paymentFooter: readonly FooterLine[] = [
  sentences([`You get this email because a payment to ${PRODUCT.name} was begun with this address.`], QUESTIONS),
  line([sellerLine(SELLER)]),
];

/** What every mail to the owner has in common. */
export const TO_OWNER = {
  aside: 'For the owner',
  footer: [
    line([
      `${PRODUCT.name} writes to its owner when something needs attention. No customer's address is in this email.`,
    ]),
  ],
} as const;
