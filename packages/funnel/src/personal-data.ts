import { POLICY } from './terms.ts';

/** The legal bases of Art. 6(1) GDPR. */
export const LEGAL_BASES = {
  request: 'Art. 6(1)(b) GDPR: steps before a contract, at your request',
  contract: 'Art. 6(1)(b) GDPR: the contract with you',
  law: 'Art. 6(1)(c) GDPR: a legal obligation',
  interest: 'Art. 6(1)(f) GDPR: our legitimate interest',
  consent: 'Art. 6(1)(a) GDPR: your consent, which you can withdraw at any time',
} as const;

export interface PersonalData {
  readonly data: string;
  readonly purpose: string;
  readonly basis: keyof typeof LEGAL_BASES;
  readonly kept: string;
  /** The service's setting that deletes it, and its default in days or months. Tests compare both with the service. */
  readonly deletedBy?: { readonly setting: string; readonly after: number };
}

/** Each kind of personal data with its purpose, legal basis and retention. The privacy policy lists it. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    data: 'Quiz answers, session id, time zone, email address and first name, without a purchase',
    purpose: 'To show you your plan and keep your place',
    basis: 'request',
    kept: `${POLICY.unpaidSessionDays} days after your last change`,
    deletedBy: { setting: 'KEEP_SESSIONS_DAYS', after: POLICY.unpaidSessionDays },
  },
  {
    data: 'Campaign names and click ids of the link that led you here',
    purpose: 'To learn which advertisements work',
    basis: 'interest',
    kept: `As long as the quiz answers: ${POLICY.unpaidSessionDays} days without a purchase`,
    deletedBy: { setting: 'KEEP_SESSIONS_DAYS', after: POLICY.unpaidSessionDays },
  },
  {
    data: 'Your consent to the first step by email, and the emails sent because of it',
    purpose: 'To send you lesson 1, your plan and at most one reminder, if you ask for them',
    basis: 'consent',
    kept: `${POLICY.unpaidSessionDays} days after your last change without a purchase; unsubscribing is a change, and is kept so that we do not write to you again`,
    deletedBy: { setting: 'KEEP_SESSIONS_DAYS', after: POLICY.unpaidSessionDays },
  },
  {
    data: 'Order: plan, price, tax, state of the payment, the terms that you accepted and when',
    purpose: 'To sell you the plan and keep our books',
    basis: 'law',
    kept: 'As long as tax law requires',
  },
  {
    data: 'Withdrawals that name no order of ours',
    purpose: 'To find the order that you mean, and to reply to you',
    basis: 'law',
    kept: `${POLICY.unpaidSessionDays} days`,
    deletedBy: { setting: 'KEEP_SESSIONS_DAYS', after: POLICY.unpaidSessionDays },
  },
  {
    data: 'Refund requests, withdrawals and disputes',
    purpose: 'To pay you back, and to prove that we did',
    basis: 'law',
    kept: 'As part of the order',
  },
  {
    data: 'Course: answers, address and name of a buyer, lessons sent and marked as done, settings of your course',
    purpose: 'To make the course from your answers, send it and show it',
    basis: 'contract',
    kept: 'Until you ask us to delete it, or we no longer need it to offer the course',
  },
  {
    data: 'Bounces and complaints about our emails, and addresses that take none',
    purpose: 'To stop emailing people who do not want it, and to keep our emails arriving',
    basis: 'interest',
    kept: `${POLICY.mailEventDays} days; an address stays stopped until its reader asks for emails again`,
  },
  {
    data: 'What Stripe tells us about a payment',
    purpose: 'To book payments, refunds and disputes',
    basis: 'contract',
    kept: `${POLICY.paymentDataDays} days; then only ids, amounts, states and times`,
    deletedBy: { setting: 'KEEP_PAYMENT_DATA_DAYS', after: POLICY.paymentDataDays },
  },
  {
    data: "Screens opened and for how many seconds, with the session id and the page's variant, version and loading times; errors that the page reports",
    purpose: 'To find questions that are confusing and pages that fail',
    basis: 'interest',
    kept: `${POLICY.pageViewMonths} full months; then only counts`,
    deletedBy: { setting: 'RETENTION_MONTHS', after: POLICY.pageViewMonths },
  },
  {
    data: 'IP address',
    purpose: 'To count requests against abuse',
    basis: 'interest',
    kept: 'For the minutes in which we count; not stored with anything else',
  },
  {
    data: 'Clicks on buttons, reported by an advertising pixel where one is in use',
    purpose: 'To learn which advertisements work',
    basis: 'consent',
    kept: 'By the advertising network, under its own policy; not by us',
  },
  {
    data: 'Emails that you write to us',
    purpose: 'To answer them',
    basis: 'contract',
    kept: 'Until your question is settled; with the order if they concern one',
  },
];
