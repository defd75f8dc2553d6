import { LEGAL_STATUS, OWNER_CONFIG, POLICY, PRODUCT, SELLER, sellerLine, taxNoteOf } from '@course/funnel';
import { WITHDRAWAL_SECTIONS } from './withdrawal-notice.ts';
import { PLAN_EMAILS, PLAN_WEEKS, SUPPORT_LINK, type LegalText } from './legal-text.ts';

const { challengeDays, guaranteeDays, legalName, name } = PRODUCT;

const NOTE = taxNoteOf(OWNER_CONFIG.tax);
const TAX = NOTE === null ? '' : `, ${NOTE} where it applies`;

export const TERMS: LegalText = {
  description: `The terms on which ${legalName} sells ${name}: what you buy, what it costs, how it is delivered and how to get a refund.`,
  ...LEGAL_STATUS.terms,
  inShort: [
    `You buy a course that arrives as one email a day, for ${PLAN_WEEKS} weeks.`,
    'You pay once. Nothing renews by itself.',
    `You can have your money back within ${guaranteeDays} days.`,
    'We teach skills. We cannot promise you a job or an income.',
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Who we are and what you agree to',
      blocks: [
        `${name} is a product of ${sellerLine(SELLER)} ("we"); the [Imprint](/imprint) has all details. These terms apply when you use this site, take the quiz or buy a plan. By going on past the first screen or ticking the box at the checkout you accept them, together with the [Privacy Policy](/privacy), the [Refund Policy](/refund) and the [Subscription Policy](/subscription).`,
        'You must be at least 18 years old to buy a plan.',
      ],
    },
    {
      id: 'quiz',
      title: 'The quiz and your plan',
      blocks: [
        'The quiz is free, and you need no account. Your answers shape what the following screens show. The scores, charts and levels among them are meant to motivate and to illustrate: they are not a test of your abilities, and no expert has assessed them.',
      ],
    },
    {
      id: 'purchase',
      title: 'What you buy',
      blocks: [
        `A plan is a course of ${PLAN_WEEKS} weeks, delivered as ${PLAN_EMAILS} emails, with the extra material that the offer page lists for it. The ${challengeDays}-day challenge is the plan that most people choose.`,
        'The contract between us comes about when your payment is confirmed. We then send a confirmation to your email address.',
      ],
    },
    {
      id: 'price',
      title: 'Price and payment',
      blocks: [
        `Prices are in US dollars and include everything that we charge${TAX}. The amount that the checkout shows before you pay is the amount that you pay, once. A discount applies when the offer page and the checkout show it.`,
        'Payments are handled by our payment provider. Your card details go to the provider directly; we never receive them.',
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery',
      blocks: [
        `The first email is sent within ${POLICY.firstEmailHours} hours of your payment and the others follow daily, to the address that you gave us. Please make sure that it is right and can receive our mail. Missed content stays available for ${POLICY.missedContentDays} days after completion.`,
        'We may improve lessons or replace outdated ones at any time. AI tools change quickly, and some that we write about are run by other companies, may cost money and have terms of their own.',
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      blocks: [
        `You can ask for a full refund within ${guaranteeDays} days of your purchase. The [Refund Policy](/refund) says how, how long it takes, and what happens to disputed charges. Rights that the law gives you as a consumer stay untouched.`,
      ],
    },
    ...WITHDRAWAL_SECTIONS,
    {
      id: 'material',
      title: 'Using the course material',
      blocks: [
        'The lessons, templates and cheat sheets are ours. With your purchase you may use them for yourself, at work and in private, without a time limit, and keep whatever you make with them. Please do not:',
        [
          'resell, publish or share the lessons themselves,',
          'forward a plan to others as a way around buying it,',
          'use the material to build a competing course.',
        ],
      ],
    },
    {
      id: 'results',
      title: 'No promise of results',
      blocks: [
        'What you get out of the course depends on your starting point, your effort and circumstances that neither of us controls. Figures about incomes and careers on this site come from general sources and describe groups of people; they are no forecast for you. Nothing in the course is financial, legal or career advice.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use of the site',
      blocks: [
        'Do not attack the site, overload it, collect its content automatically or pay with cards that are not yours. We may end the delivery of a plan and refuse further purchases when that happens, or when a charge is disputed with the bank instead of being raised with us.',
      ],
    },
    {
      id: 'liability',
      title: 'Our responsibility',
      blocks: [
        'We take care that the site and the emails work, but cannot promise that they are always available or free of errors. Where the law allows it, our liability for a purchase is limited to the price that you paid for it. This does not limit liability for intent, for injury, or wherever else the law forbids a limit.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        'When we change these terms, we publish them here with a new date. For your purchase, the terms that you accepted at the checkout keep applying; we record which those were.',
      ],
    },
    {
      id: 'law-and-contact',
      title: 'Law and contact',
      blocks: [
        `The law of the place where ${legalName} is registered applies. If you are a consumer, the protection of the law where you live stays with you. Should a part of these terms not hold, the rest still does.`,
        `Questions and complaints reach us at ${SUPPORT_LINK}. We would rather solve a problem than argue about it.`,
      ],
    },
  ],
};
