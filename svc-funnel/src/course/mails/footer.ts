import { firstStepConsent, PRODUCT, SELLER, sellerLine, WITHDRAW_LABEL } from '@course/funnel';
import { link, mailbox, type Words } from './blocks.ts';
import type { MailLinks } from './mail.ts';
import type { FooterLine } from './template.ts';

/** A link that asks for money back is in no lesson: lessons are forwarded. */
const REFUND = `To use the ${PRODUCT.guaranteeDays}-day money-back guarantee, open your course.`;

const QUESTIONS: Words = ['Questions? Write to ', mailbox(PRODUCT.supportEmail), '.'];

const line = (...parts: readonly Words[]): FooterLine => ({ between: ' · ', parts });
const sentences = (...parts: readonly Words[]): FooterLine => ({ between: ' ', parts });

interface ReaderFooter {
  readonly withdrawalUrl: string;
  readonly links?: MailLinks;
}

/** Why the mail came, how to end it, how to withdraw, where to ask. */
export const readerFooter = ({ withdrawalUrl, links }: ReaderFooter): FooterLine[] => [
  sentences([`You get this email because you bought a ${PRODUCT.name} plan.`], ...(links ? [[REFUND]] : []), QUESTIONS),
  ...(links ? [line([link('Your course', links.courseUrl)], [link('Unsubscribe', links.unsubscribeUrl)])] : []),
  line([sellerLine(SELLER)], [link(WITHDRAW_LABEL, withdrawalUrl)]),
];

const ASKED = `You get this email because "${firstStepConsent().label}" was ticked on the site of ${PRODUCT.name} with this address.`;

/** Under mails before a purchase. */
export const firstStepFooter = (leaveUrl: string): FooterLine[] => [
  sentences([ASKED], QUESTIONS),
  line([link('Unsubscribe', leaveUrl)]),
  line([sellerLine(SELLER)]),
];

/** Under the mail about a payment that never came. */
export const paymentFooter: readonly FooterLine[] = [
  sentences([`You get this email because a payment to ${PRODUCT.name} was begun with this address.`], QUESTIONS),
  line([sellerLine(SELLER)]),
];

/** What frames every mail to the owner. */
export const TO_OWNER = {
  aside: 'For the owner',
  footer: [
    line([`${PRODUCT.name} writes to its owner when something needs a hand. No customer's address is in this email.`]),
  ],
} as const;
