import { FIRST_STEP_MAILS, type FirstStepMails } from './owner-config.mjs';

/** What a visitor consents to by ticking the box on /email. */
export interface FirstStepConsent {
  /** Stored with each consent. Names the words below, which follow from it. */
  readonly version: string;
  readonly label: string;
  /** What is sent, in sentences. */
  readonly details: readonly string[];
}

/** The date of the words below. Change it with them: earlier consents were given to the earlier words. */
const WORDED_ON = '2026-11-22';

/** How a version ends whose words announce a reminder. */
export const REMINDER_SUFFIX = '-reminder';

/** True if the words of this version announced a reminder: offer and service may be deployed with different configurations. */
export const allowsReminder = (version: string): boolean => version.endsWith(REMINDER_SUFFIX);

/** Returns the words of the box, which promise what the owner's configuration sends. */
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
