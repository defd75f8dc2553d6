import { lessonFilesIn, lessonIdIn, type Lesson } from '@course/funnel/lessons';
import { withPictures } from '@course/funnel/pictures';
import { loadLessons } from '../src/course/lessons/lessons.ts';
import type { Illustrate } from '../src/course/pictures/pictures.ts';
import type { CourseLinks } from '../src/course/mails/definition.ts';
import type { MailOf } from '../src/course/mails/kinds.ts';
import type { MailKind } from '../src/course/mails/mail.ts';

const token = 'Qm9vdHMtYW5kLXNvY2tzLWZvci10aGUtZmFybS10cmlw';
const site = 'https://course.example';

export const LINKS: CourseLinks = {
  courseUrl: `${site}/course#t=${token}`,
  unsubscribeUrl: `${site}/unsubscribe#t=${token}`,
};

export const REFUND_URL = `${site}/refund-request#t=${token}`;
export const RESUME_URL = `${site}/unsubscribe#t=${token}.${token}.stopped`;

const at = (iso: string): Date => new Date(iso);
const order = {
  planTitle: '4-WEEK PLAN',
  days: 28,
  amountCents: 2240,
  currency: 'usd',
  orderNumber: 'K7XM-4PRH',
  paidAt: at('2026-11-21T19:12:00Z'),
};
const withdrawalUrl = `${site}/withdrawal`;
const reader = { name: 'Ada', timeZone: 'Europe/Berlin', withdrawalUrl };

export const aLesson = (change: Partial<Lesson> = {}): Lesson => ({
  id: 'day-03',
  area: 'business',
  level: 'basic',
  takeaway: 'An answer that is nearly right needs one follow-up, not a new start.',
  needs: [],
  for: [],
  roles: [],
  title: 'Steer, do not start over',
  minutes: 13,
  exercise: 'Improve one earlier answer in three follow-ups.',
  markdown:
    'The letter was nearly right.\n\n## Keep, change, add\n- **Keep:** what works\n\n## A prompt to try\n```text\nKeep [what works] & change [one fault].\n```\n\n## Your exercise\n1. Read it.\n\n## Done when\n- It is sent\n\n## In five minutes\nName one fault.\n\n## Going further\nName three.',
  ...change,
});

export const A_LESSON: Lesson = aLesson();

export const aConfirmation = (change: Partial<MailOf<'confirmation'>> = {}): MailOf<'confirmation'> => ({
  kind: 'confirmation',
  ...reader,
  ...order,
  firstLessonAt: at('2026-11-22T06:00:00Z'),
  tax: 'off',
  terms: { version: '2026-11-21', acceptedAt: at('2026-11-21T19:10:00Z') },
  links: LINKS,
  refundUrl: REFUND_URL,
  refundUntil: at('2026-12-21T22:59:59.999Z'),
  withdrawUntil: at('2026-12-05T22:59:59Z'),
  askedToBeginAt: null,
  parts: ['lesson'],
  outline: {
    weeks: [
      ['Your first useful conversation', 'Layout and hierarchy'],
      ['Email: you decide, it writes', 'One page, start to finish'],
    ],
    reasons: [
      {
        because: 'because you chose Design',
        count: 3,
        titles: ['Layout and hierarchy', 'One page, start to finish', 'A set that belongs together'],
      },
    ],
  },
  ...change,
});

export const aLessonMail = (change: Partial<MailOf<'lesson'>> = {}): MailOf<'lesson'> => ({
  kind: 'lesson',
  name: 'Ada',
  withdrawalUrl,
  lesson: A_LESSON,
  because: 'because you chose Business',
  parts: ['lesson'],
  week: [],
  place: 3,
  days: 28,
  nextLessonAt: at('2026-11-25T06:00:00Z'),
  timeZone: 'Europe/Berlin',
  links: LINKS,
  ...change,
});

export const anOwnerRefundRequest = (
  change: Partial<MailOf<'owner_refund_request'>> = {},
): MailOf<'owner_refund_request'> => ({
  kind: 'owner_refund_request',
  ...order,
  requestedAt: at('2026-11-25T08:00:00Z'),
  reason: 'Too early in the morning for me.\nThe lessons were fine.',
  ...change,
});

export const anOwnerAlert = (change: Partial<MailOf<'owner_alert'>> = {}): MailOf<'owner_alert'> => ({
  kind: 'owner_alert',
  at: at('2026-11-25T08:00:00Z'),
  findings: [
    {
      what: 'Orders without a sent confirmation',
      count: 2,
      todo: 'Look at the mail server, then: npm run owner -- resend ORDER',
    },
    {
      what: 'Lessons that cannot be read',
      count: 1,
      todo: 'Repair the file that the status names; its readers get the lesson at the next try.',
    },
  ],
  ...change,
});

export const OBJECTION_URL = `${site}/withdrawal-objection#t=${token}`;

export const aWithdrawalReceipt = (
  change: Partial<MailOf<'withdrawal_receipt'>> = {},
): MailOf<'withdrawal_receipt'> => ({
  kind: 'withdrawal_receipt',
  ...reader,
  ...order,
  statement:
    'I, Ada Lovelace, hereby withdraw from my contract for Daybreak AI. Order number or email address: K7XM-4PRH.',
  receivedAt: at('2026-11-25T08:00:00Z'),
  alsoFor: [],
  outcome: {
    kind: 'refund',
    startsAt: at('2026-11-26T08:00:00Z'),
    latestAt: at('2026-12-09T08:00:00Z'),
    amountCents: 2240,
    objectionUrl: OBJECTION_URL,
  },
  withdrawUntil: at('2026-12-05T22:59:59Z'),
  links: LINKS,
  ...change,
});

const FIRST_STEP = { leaveUrl: `${site}/first-step#t=${token}.leave` };
export const CONFIRM_URL = `${site}/first-step#t=${token}`;
export const OFFER_URL = `${site}/sales002`;

export const aFirstStepMail = (change: Partial<MailOf<'first_step'>> = {}): MailOf<'first_step'> => ({
  kind: 'first_step',
  name: 'Ada',
  lesson: A_LESSON,
  parts: ['lesson'],
  weeks: [
    ['Your first useful conversation', 'Layout and hierarchy'],
    ['Email: you decide, it writes', 'One page, start to finish'],
  ],
  fromAnswers: true,
  offerUrl: OFFER_URL,
  mayRemind: true,
  ...FIRST_STEP,
  ...change,
});

export const aReminder = (change: Partial<MailOf<'checkout_reminder'>> = {}): MailOf<'checkout_reminder'> => ({
  kind: 'checkout_reminder',
  name: reader.name,
  timeZone: reader.timeZone,
  planTitle: order.planTitle,
  days: order.days,
  currency: order.currency,
  seenCents: 2240,
  priceCents: 2240,
  priceUntil: null,
  offerUrl: `${OFFER_URL}?plan=4week`,
  ...FIRST_STEP,
  ...change,
});

/** One mail of every kind. */
export const SAMPLE_MAILS: { readonly [K in MailKind]: MailOf<K> } = {
  confirmation: aConfirmation(),
  lesson: aLessonMail(),
  course_link: {
    kind: 'course_link',
    ...reader,
    ...order,
    purpose: 'course',
    url: LINKS.courseUrl,
    links: LINKS,
  },
  stopped: {
    kind: 'stopped',
    ...reader,
    ...order,
    anotherRuns: false,
    resumeUntil: at('2026-12-05T08:00:00Z'),
    courseUrl: LINKS.courseUrl,
    resumeUrl: RESUME_URL,
  },
  refund_request: { kind: 'refund_request', ...reader, ...order, requestedAt: at('2026-11-25T08:00:00Z') },
  withdrawal: {
    kind: 'withdrawal',
    ...reader,
    ...order,
    refundedCents: 2240,
    earlierCents: 0,
    refundedAt: at('2026-11-26T08:00:00Z'),
  },
  withdrawal_receipt: aWithdrawalReceipt(),
  owner_withdrawal: {
    kind: 'owner_withdrawal',
    ...order,
    receivedAt: at('2026-11-25T08:00:00Z'),
    refund: { startsAt: at('2026-11-26T08:00:00Z'), latestAt: at('2026-12-09T08:00:00Z') },
    isDisputed: false,
  },
  owner_refund_request: anOwnerRefundRequest(),
  owner_alert: anOwnerAlert(),
  second_order: {
    kind: 'second_order',
    ...reader,
    ...order,
    paidAt: at('2026-11-21T21:40:00Z'),
    undoUrl: `${site}/second-order#t=${token}`,
    undoUntil: at('2026-12-05T21:40:00Z'),
  },
  owner_second_order: { kind: 'owner_second_order', ...order, paidAt: at('2026-11-21T21:40:00Z') },
  first_step_confirm: { kind: 'first_step_confirm', confirmUrl: CONFIRM_URL, days: 7, ...FIRST_STEP },
  first_step: aFirstStepMail(),
  checkout_reminder: aReminder(),
  payment_failed: {
    kind: 'payment_failed',
    name: reader.name,
    timeZone: reader.timeZone,
    planTitle: order.planTitle,
    amountCents: order.amountCents,
    currency: order.currency,
    orderedAt: at('2026-11-21T19:12:00Z'),
    offerUrl: `${OFFER_URL}?plan=4week`,
  },
};

/** Removes all pictures. */
export const withoutPictures: Illustrate = (markdown) => withPictures(markdown, [], () => '');

/** Returns the lessons of a folder that can be read, sorted by id. */
export const lessonsOf = (dir: string, illustrate: Illustrate = withoutPictures): Lesson[] => {
  const { get } = loadLessons(dir, () => illustrate);
  const ids = lessonFilesIn(dir).flatMap((name) => lessonIdIn(name) ?? []);
  return ids.flatMap((id) => get(id) ?? []).sort((a, b) => a.id.localeCompare(b.id));
};

/** Returns the longest mail of each lesson in a folder: with all parts, at the end of a week. */
export const lessonMailsOf = (dir: string, illustrate: Illustrate = withoutPictures): MailOf<'lesson'>[] => {
  const all = lessonsOf(dir, illustrate);
  return all.map((lesson, at) =>
    aLessonMail({
      lesson,
      parts: ['short', 'lesson', 'stretch'],
      week: [...all, ...all].slice(at, at + 7),
      place: 84,
      days: 84,
    }),
  );
};
