import { MIN_SHEETS } from './bonuses.mjs';
import { SELLER } from './seller.mjs';

/** The product's name and facts. An owner edits them here; nothing else repeats them. */
export const PRODUCT = /** @type {const} */ ({
  name: 'Daybreak AI',
  legalName: SELLER.name,
  supportEmail: SELLER.supportEmail,
  challengeDays: 28,
  lessonMinutes: 15,
  guaranteeDays: 30,
});

/** Claims that an owner has to be able to prove. `npm run check:content` lists them. */
export const CLAIMS = /** @type {const} */ ({
  people: '600,000+',
  peopleOnSocialProof: '700,000',
  productivity: '40%',
  salary: '25%',
  cheatSheets: `${MIN_SHEETS}+`,
  /** Heading of the testimonials on /sales002. */
  testimonialsTitle: 'Real Results',
  /** Results that /profile and /final show to every visitor. */
  profile: { result: 'Result: Perfect', scorePercent: 58 },
  final: { scorePercent: 75 },
});

/** Default addresses for the local outbox, whose mails never leave this machine. */
export const LOCAL_MAIL = {
  from: `${PRODUCT.name} <${PRODUCT.supportEmail}>`,
  owner: `owner@${PRODUCT.supportEmail.split('@')[1]}`,
};

/**
 * Returns true for an address in a reserved domain (RFC 2606).
 * @param {string} mailbox such as `course@example.com` or `Name <course@example.com>`
 */
export const isSampleAddress = (mailbox) => /[@.](example(\.(com|net|org))?|test|invalid|localhost)>?$/i.test(mailbox);
