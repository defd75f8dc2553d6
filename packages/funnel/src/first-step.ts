import { FIRST_STEP_MAILS, type FirstStepMails } from './owner-config.mjs';

/** What a visitor consents to by ticking the box on /email. */
export interface FirstStepConsent {
  /** Stored with each consent. Identifies the wording below. */
  readonly version: string;
  readonly label: string;
  /** Sentences that say what is sent. */
  readonly details: readonly string[];
}

/** The date of the wording below. Change both together, because earlier consents were given to the earlier wording. */
const WORDED_ON = '2026-11-22';

/** The suffix of versions whose wording announces a reminder. */
export const REMINDER_SUFFIX = '-reminder';

/** Returns the wording of the box, which announces the mails that the owner's configuration sends. */
export const firstStepConsent = ({
  doubleOptIn,
  reminderHours,
}: FirstStepMails = FIRST_STEP_MAILS): FirstStepConsent => ({
  version: `${WORDED_ON}-${doubleOptIn ? 'confirmed' : 'direct'}${reminderHours > 0 ? REMINDER_SUFFIX : '-once'}`,
  label: 'Send me lesson 1 and my plan',
  details: [
    ...(doubleOptIn ? ['One email first asks you to confirm.'] : []),
    'Lesson 1 and your plan come once.',
    ...(reminderHours > 0 ? ['If you leave a checkout unpaid, one reminder follows.'] : []),
    'Unsubscribe in any of them.',
  ],
});
