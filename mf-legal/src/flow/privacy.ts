import { BUCKETS, EDGE_COOKIES } from '@course/contracts';
import {
  LEGAL_BASES,
  LEGAL_STATUS,
  PERSONAL_DATA,
  POLICY,
  PROCESSORS,
  PRODUCT,
  SELLER,
  sellerLine,
} from '@course/funnel';
import { SUPPORT_LINK, type LegalText } from './legal-text.ts';

const { name } = PRODUCT;

export const PRIVACY: LegalText = {
  description: `What ${name} stores when you take the quiz or buy a plan, why, for how long, and how to have it deleted.`,
  ...LEGAL_STATUS.privacy,
  inShort: [
    'There are no accounts. We store your quiz answers, your email address and your first name.',
    'We set one cookie for your session, up to three that keep what you are shown the same, and others if you open your course or ask for a refund. They do not follow you to other sites.',
    `If you buy nothing, we delete your answers, your address and your name after ${POLICY.unpaidSessionDays} days.`,
    'Card details go to our payment provider. We never see them.',
    `Write to ${SUPPORT_LINK} to see or delete what we have.`,
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        `${sellerLine(SELLER)} ("we") runs ${name} and decides what happens with the data described here. For every question about it, and for the requests at the end of this page, write to ${SUPPORT_LINK}. The [Imprint](/imprint) has our address and other ways to reach us.`,
      ],
    },
    {
      id: 'what',
      title: 'What we store',
      blocks: [
        'When you take the quiz and go on to the offer, our servers store:',
        [
          'a random session id, made by your browser, and your time zone,',
          'your answers to the quiz, including the gender if the screen you began with asks for it,',
          'your email address and your first name, once you enter them, and when you finished the quiz,',
          'where you came from, if the link that led you here says so (campaign names and click ids),',
          'if you buy: the plan, the price, the state of the payment, the terms that you accepted, which emails were sent, when you want your lessons, and which of them you marked as done.',
        ],
        'If you withdraw from a contract on our page: the name and the order number or address that you enter there, what you declared and when.',
        'You can leave at any time; only what you have entered until then is stored. Without an email address the answers belong to a random id and not to a name.',
      ],
    },
    {
      id: 'page-views',
      title: 'How long a screen was open',
      blocks: [
        'We measure which screens are opened and for how many seconds, so that we notice questions that are confusing. These records hold the session id, the path of the screen and times. They hold no answers, no names and no email addresses.',
      ],
    },
    {
      id: 'cookie',
      title: 'Cookies',
      blocks: [
        `Taking the quiz sets a cookie. It is signed, cannot be read by scripts, and binds your browser to your session so that nobody else can change your answers or see your payment. It lasts ${POLICY.sessionCookieDays} days and is renewed when you come back; Start over ends it. The site cannot work without it, so we do not ask for consent to it.`,
        `Every page sets a cookie that names the edition of our pages with which your visit began, so that they do not change during your visit when we publish a new edition. It is the same for everyone who came at that time, and ends ${EDGE_COOKIES.visitMinutes} minutes after your last page. While we show a new edition to some visitors first, another cookie keeps a random number from 0 to ${BUCKETS - 1} for ${EDGE_COOKIES.canaryDays} days, so that you see the same edition each time. Where our advertisements lead to one of several first screens, a third cookie keeps such a number for ${EDGE_COOKIES.splitDays} days, so that you see the same first screen each time; we also store with your session which screen that is. None of these cookies says who you are.`,
        `When you open your course from one of our emails, a cookie of this kind keeps it open in that browser for ${POLICY.readerCookieDays} days, and another one the refund page, if you open its link. They go to these pages and nowhere else; Close on this device, at the foot of the course page, ends them, and so does a refund.`,
        'The card form of our payment provider may set cookies of its own, to prevent fraud, when you open the checkout.',
      ],
    },
    {
      id: 'device',
      title: 'What stays on your device',
      blocks: [
        'Your browser keeps in its local storage the session id, your answers, your email address and name, how far you got, where you came from if the link said so, what you chose on our pages, when the offer’s countdown began, and whatever could not be sent yet because you were offline. That is why you find your answers selected when you return. Records of opened screens wait in another store of your browser, IndexedDB, until our servers have them. Clearing the data of this site in your browser removes all of it.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'The card form belongs to our payment provider, Stripe. The card number, its expiry date and its security code go there directly and never touch our servers. From Stripe we learn whether the payment succeeded, the amount, and the email address if you gave it only there. Stripe handles your data under its own privacy policy.',
      ],
    },
    {
      id: 'advertising',
      title: 'Advertising',
      blocks: [
        'When we run advertisements, a pixel of the advertising network may report that a button was clicked, so that we learn which advertisements work. A pixel never receives your answers, your name or your email address. If your browser sends Global Privacy Control, no pixel is loaded.',
        'We do not sell your data.',
      ],
    },
    {
      id: 'why',
      title: 'What for, why we may, and for how long',
      blocks: [
        {
          sheets: PERSONAL_DATA.map(({ data, purpose, basis, kept }) => ({
            title: data,
            facts: [
              ['What for', purpose],
              ['Legal basis', LEGAL_BASES[basis]],
              ['Kept', kept],
            ],
          })),
        },
        'Where we name a legitimate interest, it is a site that works and money that is not wasted on advertisements. You may object to it at any time.',
        'What stays of a deleted visit is counted: how many visitors chose which answer, and how long screens were open. It names nobody.',
        'We send the emails that belong to your purchase, and answers to your questions. Entering your address in the quiz does not subscribe you to a newsletter. If you ask for lesson 1 and your plan by email, we send those, and one reminder if you leave a checkout unfinished. We do so with your consent, which you can withdraw with the link in each of these emails.',
      ],
    },
    {
      id: 'who-else',
      title: 'Who else receives it',
      blocks: [
        'Companies that work for us, on our instructions and under a contract (Art. 28 GDPR):',
        PROCESSORS.map(({ name: company, does, place }) =>
          company === '' ? `A company that ${does}.` : `${company}, which ${does}: ${place}.`,
        ),
        'Data that leaves the European Economic Area goes only where an adequacy decision of the European Commission or its standard contractual clauses protect it; ask us for a copy. Beyond that we hand over data only where a law forces us to.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        'You may ask us to show you your data, to correct it, to hand it over in a readable format, to restrict its use or to delete it, and you may object to its use. We answer within one month. So that nobody else can ask in your name, please write from the address that you entered in the quiz.',
        'If you think that we treat your data wrongly, you may also complain to the data protection authority where you live.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'The quiz and the course are made for adults. We do not knowingly store data of anyone under 18; tell us if that happened and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this page',
      blocks: ['When what we do changes, this page changes first, with a new date at the top.'],
    },
  ],
};
