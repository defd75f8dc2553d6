import { LEGAL_STATUS, POLICY, PRODUCT } from '@course/funnel';
import { PLAN_EMAILS, PLAN_LINES, PLAN_WEEKS, SUPPORT_LINK, type LegalText } from './legal-text.ts';

const { guaranteeDays, lessonMinutes, name } = PRODUCT;

export const SUBSCRIPTION: LegalText = {
  description: `${name} is a one-time purchase, not a subscription: ${PLAN_WEEKS} weeks, ${PLAN_EMAILS} emails, and nothing that renews.`,
  ...LEGAL_STATUS.subscription,
  inShort: [
    'This is a one-time purchase, not a subscription.',
    `You choose ${PLAN_WEEKS} weeks and receive ${PLAN_EMAILS} emails, one a day.`,
    `Missed content stays available for ${POLICY.missedContentDays} days after completion.`,
    'There is nothing to cancel.',
  ],
  sections: [
    {
      id: 'one-time-purchase',
      title: 'One-time purchase',
      blocks: [
        'You pay once, and that is all you pay. Nothing renews, no trial turns into a paid plan, and we keep no card to charge later. When your plan ends it simply ends; if you want another one, you buy it yourself.',
      ],
    },
    {
      id: 'plans',
      title: 'What each plan holds',
      blocks: [
        'Every plan sends one email a day:',
        PLAN_LINES,
        `A lesson takes about ${lessonMinutes} minutes. Each length is a course of its own: a longer plan is not a shorter one with days added.`,
      ],
    },
    {
      id: 'delivery',
      title: 'When the emails come',
      blocks: [
        `The first email arrives within ${POLICY.firstEmailHours} hours of your payment, at the address you gave us. The others follow day by day. On your [course page](exit:course), which these emails link to, you can change the hour, leave out weekends, or pause. If nothing has come after a day, look in your spam folder, then write to ${SUPPORT_LINK}.`,
      ],
    },
    {
      id: 'missed-content',
      title: 'Missed a day?',
      blocks: [
        `Missed content is available for ${POLICY.missedContentDays} days after completion, so a busy week costs you nothing: the lessons wait in your inbox and on your course page, and we send again any that you cannot find. Completion is the day on which the last email of your plan was sent.`,
      ],
    },
    {
      id: 'stopping',
      title: 'Stopping early',
      blocks: [
        `There is no subscription to cancel. If you no longer want the emails, use the unsubscribe link in any of them, or tell us at ${SUPPORT_LINK}, and they stop. The lessons that you have stay readable. Within ${guaranteeDays} days of the purchase you can also have your money back: see the [Refund Policy](/refund).`,
      ],
    },
  ],
};
