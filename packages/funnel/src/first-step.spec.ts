import { expect, it } from 'vitest';
import { firstStepConsent, REMINDER_SUFFIX } from './first-step.ts';
import { FIRST_STEP_MAILS } from './owner-config.mjs';

const ALL = [true, false].flatMap((doubleOptIn) =>
  [0, 24].map((reminderHours) => firstStepConsent({ doubleOptIn, reminderHours })),
);

const promisesOf = (consent: (typeof ALL)[number]) => {
  const details = consent.details.join(' ');
  return [details.includes('asks you to confirm'), details.includes('one reminder')];
};

it('uses double opt-in and a reminder after a day by default', () => {
  expect(FIRST_STEP_MAILS).toEqual({ doubleOptIn: true, reminderHours: 24 });
  expect(firstStepConsent().version).toMatch(/^\d{4}-\d\d-\d\d-confirmed-reminder$/);
});

it('announces only the mails that are configured', () => {
  expect(ALL.map(promisesOf)).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [false, true],
  ]);
});

it('derives from the version whether a reminder was announced', () => {
  for (const consent of ALL) expect(consent.version.endsWith(REMINDER_SUFFIX)).toBe(promisesOf(consent)[1]);
});

it('has a different version for each wording', () => {
  expect(new Set(ALL.map(({ version }) => version)).size).toBe(ALL.length);
});

// The stored version has to identify the wording that was shown. A new wording needs a new date, and a new line here.
it('has the wording that belongs to its version', () => {
  const { version, label, details } = firstStepConsent();
  expect({ [version]: [label, ...details].join(' ') }).toEqual({
    '2026-11-22-confirmed-reminder':
      'Send me lesson 1 and my plan One email first asks you to confirm. Lesson 1 and your plan come once. If you leave a checkout unpaid, one reminder follows. Unsubscribe in any of them.',
  });
});
