import type { OwnerFinding } from '../course/mails/mail.ts';

/** What can need the owner's hand, in the order of urgency: what it is called, and what to type or do. */
export const FINDINGS = {
  unconfirmed: {
    what: 'Orders without a sent confirmation',
    todo: 'npm run owner -- orders show <order>, then resend <order> confirmation',
  },
  unenrolled: {
    what: 'Paid orders without a course',
    todo: 'restart svc-funnel: it starts the courses of such orders',
  },
  overdue: {
    what: 'Courses whose next lesson is over an hour late',
    todo: 'look at the log of svc-funnel: its worker does not run, or runs behind',
  },
  backlog: {
    what: 'Mails that have waited for over an hour',
    todo: 'look at the mail server and SMTP_URL; they are sent once it answers',
  },
  failed_mails: {
    what: 'Mails that were given up',
    todo: 'npm run owner -- orders show <order>, then mail resend <delivery>, or mail dismiss <delivery>',
  },
  bounced: {
    what: 'Courses whose address takes no mail',
    todo: 'npm run owner -- course resume <order> --email <address>, or course stop <order>',
  },
  unserved: {
    what: 'Courses that were bought at an address that gets no mail since a complaint',
    todo: 'ask the buyer, then npm run owner -- mail lift <address> and course resume <order>, or refund <order>',
  },
  complaints: {
    what: 'Readers who marked a mail as spam within a week',
    todo: 'npm run owner -- mail stopped; more than one in a thousand mails: look at what was sent, and send less for a while',
  },
  warm_up: {
    what: "Mails that somebody waits for, held until tomorrow: today's amount of the warm-up is used up",
    todo: 'raise MAIL_WARM_UP if the mail provider allows more',
  },
  bounce_mailbox: {
    what: 'A mailbox of bounces that cannot be read for over an hour',
    todo: 'compare IMAP_URL with the mail provider; what has come meanwhile is read then',
  },
  mail_signatures: {
    what: 'Hours in which mail webhooks came with a wrong signature',
    todo: "compare MAILGUN_SIGNING_KEY or SENDGRID_VERIFICATION_KEY with the provider's dashboard; nothing of it was taken",
  },
  failed_refunds: {
    what: 'Refunds that failed: the money is here, not with the buyer',
    todo: "see Stripe's dashboard why; refund <order> once more, or pay it back another way and decline <order>",
  },
  overdue_withdrawals: {
    what: 'Withdrawals whose refund is not made after 10 days',
    todo: 'npm run owner -- refund <order> says why; the law asks for it by the 14th day',
  },
  late_withdrawals: {
    what: 'Withdrawals after the legal time that wait for your decision',
    todo: 'npm run owner -- refund <order>, or decline <order> and write to the buyer',
  },
  refund_requests: { what: 'Refund requests that wait', todo: 'npm run owner -- refund <order>, or decline <order>' },
  disputes: {
    what: 'Disputed payments that wait for an answer',
    todo: "answer in Stripe's dashboard before its deadline",
  },
  ended_disputes: {
    what: 'Paid orders without lessons since a dispute that has ended in your favour',
    todo: 'npm run owner -- course resume <order>, or refund <order>, or course stop <order>',
  },
  failed_events: {
    what: 'Payment events that were refused',
    todo: 'npm run owner -- webhook list, then replay <event>, or dismiss <event>',
  },
  signatures: {
    what: 'Hours in which webhooks came with a wrong signature',
    todo: "compare STRIPE_WEBHOOK_SECRET with Stripe's dashboard; if it fits, somebody guesses, and nothing of it was taken",
  },
  unknown_checkouts: {
    what: 'Payment events for a checkout that is not ours',
    todo: 'npm run owner -- webhook list, then replay <event>, or dismiss <event>',
  },
  lessons: { what: 'Lessons that cannot be read', todo: 'npm run check:content says what is wrong with each' },
} as const satisfies Record<string, { readonly what: string; readonly todo: string }>;

export type FindingKind = keyof typeof FINDINGS;

export interface Finding {
  readonly kind: FindingKind;
  readonly count: number;
  /** Since when the oldest of them waits; null for what has no time. */
  readonly since: Date | null;
  /** The first few: orders, events, files. Never an address. */
  readonly examples: readonly string[];
}

/** As the alert's template takes it. */
export const toMail = ({ kind, count }: Finding): OwnerFinding => ({ ...FINDINGS[kind], count });
