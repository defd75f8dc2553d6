import { OWNER_CONFIG } from './owner-config.mjs';

/** The minimum number of cheat sheets and templates that the offer promises. */
export const MIN_SHEETS = 50;

/** @typedef {'sheets' | 'videos' | 'updates' | 'prompts'} BonusKey */

/** @type {readonly (readonly [key: BonusKey, title: string])[]} */
const ALL = [
  ['sheets', `${MIN_SHEETS}+ cheat sheets and templates`],
  ['videos', 'Lifetime video access'],
  // The course page always shows the current files, to earlier buyers too.
  ['updates', 'Free updates'],
  ['prompts', 'Prompts library'],
];

/**
 * Returns the bonuses that an offer with this configuration promises.
 * @param {Pick<import('./owner-config.mjs').OwnerConfig, 'lifetimeVideoAccess'>} config
 */
export const bonusesOf = ({ lifetimeVideoAccess }) => ALL.filter(([key]) => key !== 'videos' || lifetimeVideoAccess);

/** The bonuses promised on /sales002. `npm run check:content` compares them with `content/resources`. */
export const BONUSES = {
  title: 'Bonus resources',
  items: bonusesOf(OWNER_CONFIG).map(([, title]) => title),
};
