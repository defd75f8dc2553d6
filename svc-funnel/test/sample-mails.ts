import { loadLessons, type Lesson } from '../src/course/lessons/lessons.ts';
import type { Illustrate } from '../src/course/pictures/pictures.ts';
import type {
  ConfirmationMail,
  LessonMail,
  Mail,
  MailKind,
  MailLinks,
  OwnerAlertMail,
  OwnerRefundRequestMail,
} from '../src/course/mails/mail.ts';

const token = 'Qm9vdHMtYW5kLXNvY2tzLWZvci10aGUtZmFybS10cmlw';
const site = 'https://course.example';

export const LINKS: MailLinks = {
  courseUrl: `${site}/course#t=${token}`,
  unsubscribeUrl: `${site}/unsubscribe#t=${token}`,
};

export const REFUND_URL = `${site}/refund-request#t=${token}`;
export const RESUME_URL = `${site}/unsubscribe#t=${token}.${token}.stopped`;

const at = (iso: string): Date => new Date(iso);
const order = { planTitle: '4-WEEK PLAN', days: 28, amountCents: 2240, currency: 'usd', orderNumber: 'K7XM-4PRH' };
const reader = { name: 'Ada', timeZone: 'Europe/Berlin' };

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

export const aConfirmation = (change: Partial<ConfirmationMail> = {}): ConfirmationMail => ({
  kind: 'confirmation',
  ...reader,
  ...order,
  paidAt: at('2026-11-21T19:12:00Z'),
  firstLessonAt: at('2026-11-22T06:00:00Z'),
  links: LINKS,
  refundUrl: REFUND_URL,
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

export const aLessonMail = (change: Partial<LessonMail> = {}): LessonMail => ({
  kind: 'lesson',
  name: 'Ada',
  lesson: A_LESSON,
  because: 'because you chose Business',
  parts: ['lesson'],
  week: [],
  place: 3,
  days: 28,
  links: LINKS,
  ...change,
});

export const anOwnerRefundRequest = (change: Partial<OwnerRefundRequestMail> = {}): OwnerRefundRequestMail => {
  const { orderNumber, planTitle, amountCents, currency } = order;
  return {
    kind: 'owner_refund_request',
    orderNumber,
    planTitle,
    amountCents,
    currency,
    paidAt: at('2026-11-21T19:12:00Z'),
    requestedAt: at('2026-11-25T08:00:00Z'),
    reason: 'Too early in the morning for me.\nThe lessons were fine.',
    ...change,
  };
};

export const anOwnerAlert = (change: Partial<OwnerAlertMail> = {}): OwnerAlertMail => ({
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

/** One of every kind. */
export const SAMPLE_MAILS: { readonly [K in MailKind]: Extract<Mail, { kind: K }> } = {
  confirmation: aConfirmation(),
  lesson: aLessonMail(),
  course_link: { kind: 'course_link', name: 'Ada', purpose: 'course', url: LINKS.courseUrl, links: LINKS },
  stopped: { kind: 'stopped', ...reader, resumeUntil: at('2026-12-05T08:00:00Z'), resumeUrl: RESUME_URL, links: LINKS },
  refund_request: { kind: 'refund_request', ...reader, ...order, requestedAt: at('2026-11-25T08:00:00Z') },
  withdrawal: { kind: 'withdrawal', ...reader, ...order, refundedCents: 2240, refundedAt: at('2026-11-26T08:00:00Z') },
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
};

/** The longest mails of a whole folder's lessons: with all parts, at the end of a week. */
export const lessonMailsOf = (dir: string, illustrate?: Illustrate): LessonMail[] => {
  const { all } = loadLessons(dir, illustrate);
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
