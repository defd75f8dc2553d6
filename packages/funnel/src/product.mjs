import { fromPerDayOf, PLANS } from './plans.mjs';

/** The product's name and facts. An owner edits them here; no screen repeats them. */
export const PRODUCT = /** @type {const} */ ({
  name: 'Daybreak AI',
  legalName: 'Daybreak Learning Ltd.',
  supportEmail: 'support@daybreak-ai.example',
  challengeDays: 28,
  lessonMinutes: 15,
  guaranteeDays: 30,
});

const CHEAT_SHEETS = '50+';

/** Claims that an owner has to be able to prove. `npm run check:content` lists them. */
export const CLAIMS = /** @type {const} */ ({
  people: '600,000+',
  peopleOnSocialProof: '700,000',
  productivity: '40%',
  salary: '25%',
  cheatSheets: CHEAT_SHEETS,
  fromPerDay: fromPerDayOf(PLANS),
  /** Promised on /sales002. */
  bonuses: {
    title: 'Bonus resources',
    items: [`${CHEAT_SHEETS} cheat sheets and templates`, 'Lifetime video access', 'Free updates', 'Prompts library'],
  },
  /** Heading of the testimonials on /sales002. */
  testimonialsTitle: 'Real Results',
  /** Results that /profile and /final show to everybody. */
  profile: { result: 'Result: Perfect', scorePercent: 58 },
  final: { scorePercent: 75 },
});

/** Default addresses for mails that never leave this machine. */
export const LOCAL_MAIL = {
  from: `${PRODUCT.name} <${PRODUCT.supportEmail}>`,
  owner: `owner@${PRODUCT.supportEmail.split('@')[1]}`,
};
