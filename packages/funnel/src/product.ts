import { fromPerDayOf, PLANS } from './plans.ts';

/** What the funnel is called and claims. An owner edits this; no screen repeats it. */
export const PRODUCT = {
  name: 'Daybreak AI',
  legalName: 'Daybreak Learning Ltd.',
  supportEmail: 'support@daybreak-ai.example',
  challengeDays: 28,
  lessonMinutes: 15,
  guaranteeDays: 30,
} as const;

export const CLAIMS = {
  people: '600,000+',
  peopleOnSocialProof: '700,000',
  productivity: '40%',
  salary: '25%',
  cheatSheets: '50+',
  fromPerDay: fromPerDayOf(PLANS),
} as const;
