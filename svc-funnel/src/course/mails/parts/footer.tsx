import { firstStepConsent, PRODUCT, SELLER, sellerLine, WITHDRAW_LABEL } from '@course/funnel';
import type { MailLinks } from '../mail.ts';
import { Small } from './layout.tsx';
import { QuietLink } from './text.tsx';

/** A link that asks for money back is in no lesson: lessons are forwarded. */
const REFUND = `To use the ${PRODUCT.guaranteeDays}-day money-back guarantee, open your course.`;

const Support = () => <QuietLink href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</QuietLink>;

interface FooterProps {
  readonly withdrawalUrl: string;
  readonly links?: MailLinks;
}

/** Why the mail came, how to end it, how to withdraw, where to ask. */
export const ReaderFooter = ({ withdrawalUrl, links }: FooterProps) => (
  <>
    <Small>
      You get this email because you bought a {PRODUCT.name} plan. {links && `${REFUND} `}Questions? Write to{' '}
      <Support />.
    </Small>
    {links && (
      <Small>
        <QuietLink href={links.courseUrl}>Your course</QuietLink> ·{' '}
        <QuietLink href={links.unsubscribeUrl}>Unsubscribe</QuietLink>
      </Small>
    )}
    <Small>
      {sellerLine(SELLER)} · <QuietLink href={withdrawalUrl}>{WITHDRAW_LABEL}</QuietLink>
    </Small>
  </>
);

export const readerFooterText = ({ withdrawalUrl, links }: FooterProps): string =>
  [
    '-- ',
    `You get this email because you bought a ${PRODUCT.name} plan.`,
    ...(links ? [REFUND] : []),
    `Questions? Write to ${PRODUCT.supportEmail}`,
    ...(links ? ['', `Your course: ${links.courseUrl}`, `Unsubscribe: ${links.unsubscribeUrl}`] : []),
    '',
    sellerLine(SELLER),
    `${WITHDRAW_LABEL}: ${withdrawalUrl}`,
  ].join('\n');

const ASKED = `You get this email because "${firstStepConsent().label}" was ticked on the site of ${PRODUCT.name} with this address.`;

/** Under mails before a purchase. */
export const FirstStepFooter = ({ leaveUrl }: { leaveUrl: string }) => (
  <>
    <Small>
      {ASKED} Questions? Write to <Support />.
    </Small>
    <Small>
      <QuietLink href={leaveUrl}>Unsubscribe</QuietLink>
    </Small>
    <Small>{sellerLine(SELLER)}</Small>
  </>
);

export const firstStepFooterText = (leaveUrl: string): string =>
  [
    '-- ',
    ASKED,
    `Questions? Write to ${PRODUCT.supportEmail}`,
    '',
    `Unsubscribe: ${leaveUrl}`,
    '',
    sellerLine(SELLER),
  ].join('\n');

const PAID_WITH = `You get this email because a payment to ${PRODUCT.name} was begun with this address.`;

/** Under the mail about a payment that never came. */
export const PaymentFooter = () => (
  <>
    <Small>
      {PAID_WITH} Questions? Write to <Support />.
    </Small>
    <Small>{sellerLine(SELLER)}</Small>
  </>
);

export const paymentFooterText = (): string =>
  ['-- ', PAID_WITH, `Questions? Write to ${PRODUCT.supportEmail}`, '', sellerLine(SELLER)].join('\n');

export const OwnerFooter = () => (
  <Small>{PRODUCT.name} writes to its owner when something needs a hand. No customer's address is in this email.</Small>
);
