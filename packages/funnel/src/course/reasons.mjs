import { SETUP_TAG } from './vocabulary.mjs';

/** @typedef {import('./profile.mjs').Reason} Reason */
/** @typedef {import('./profile.mjs').Profile} Profile */
/** @typedef {import('./catalogue.mjs').CatalogueLesson} CatalogueLesson */

/**
 * The answers that lessons are chosen for, worded to follow "because".
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const WORDS = {
  q2: {
    'increase-wealth': 'you want to increase your wealth',
    'become-boss': 'you want to become your own boss',
    'career-change': 'you want to change your career',
    'skill-improvement': 'you want to improve your skills',
    'future-proof': 'you want to future-proof your work',
  },
  q4: { 'very-comfortable': 'you are very comfortable with AI tools' },
  q8: { expert: 'you know AI well', novice: 'you are new to AI' },
  q9: {
    never: 'you have not used ChatGPT yet',
    rarely: 'you have rarely used ChatGPT',
    daily: 'you use ChatGPT every day',
  },
  q10: { none: 'you have not tried an AI tool yet' },
  q15: {
    writing: 'you chose Writing',
    design: 'you chose Design',
    development: 'you chose Development',
    marketing: 'you chose Marketing',
    business: 'you chose Business',
  },
  q19: {
    'buy-house': 'you want to buy a house',
    'travel-world': 'you want to travel the world',
    'start-business': 'you want to start a business',
    // Not worded like the option, because spam filters penalize "financial freedom".
    'financial-freedom': 'you want fewer worries about money',
    'help-family': 'you want to help your family',
  },
};

/**
 * Returns a reason in words, such as `because you chose Design`.
 * @param {Reason} reason
 */
export const becauseOf = ({ question, value }) =>
  `because ${WORDS[question]?.[value] ?? `your answer was ${value.replaceAll('-', ' ')}`}`;

/** @type {readonly import('./vocabulary.mjs').Role[]} */
const FOR_EVERYBODY = ['start', 'safety', 'close'];

/**
 * Returns the answer for which a plan includes this lesson; null for one that any reader of the same level may get.
 * @param {CatalogueLesson} lesson
 * @param {Profile} profile
 * @returns {Reason | null}
 */
export const reasonFor = (lesson, { areas, wishes, setup, expertise }) => {
  if (lesson.roles.some((role) => FOR_EVERYBODY.includes(role))) return null;
  if (lesson.for.includes(SETUP_TAG)) return setup;
  if (areas.includes(lesson.area)) return { question: 'q15', value: lesson.area };
  const wish = wishes.find(({ tag }) => lesson.for.includes(tag));
  return wish?.reason ?? (lesson.level === 'deep' ? expertise : null);
};
