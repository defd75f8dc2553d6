import { bonusesOf, LEAST_SHEETS } from '../bonuses.mjs';
import { CLAIMS, PRODUCT } from '../product.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('./findings.mjs').Content} Content */
/** @typedef {import('../resources/problems.mjs').ResourceCounts} ResourceCounts */

/** Prompts that deserve to be called a library. */
const LEAST_PROMPTS = 200;

/**
 * What buyers lack of each bonus, in a few words; null if it is there.
 * @type {Readonly<Record<import('../bonuses.mjs').BonusKey, (counts: ResourceCounts) => string | null>>}
 */
const LACKING = {
  sheets: ({ sheets }) => (sheets >= LEAST_SHEETS ? null : `there are ${sheets}`),
  videos: ({ videos }) => (videos > 0 ? null : 'there is no video'),
  updates: ({ sheets, prompts }) => (sheets + prompts > 0 ? null : 'there is nothing to update'),
  prompts: ({ prompts }) => (prompts >= LEAST_PROMPTS ? null : `there are ${prompts} prompts of ${LEAST_PROMPTS}`),
};

/** @param {Content} content */
const missingBonuses = ({ config, resources }) =>
  bonusesOf(config).flatMap(([key, title]) => {
    const lacking = LACKING[key](resources);
    return lacking === null
      ? []
      : [
          {
            what: 'bonus that does not exist',
            found: `${title} on /sales002: ${lacking}`,
            file: 'content/resources',
            toDo: 'Provide it, or stop selling it: packages/funnel/src/bonuses.mjs has the list',
          },
        ];
  });

/** Lessons may take so much longer or shorter on average than the offer says. */
const TOLERATED_MINUTES = 2;

/** @param {Content} content */
const lessonFindings = ({ plans, lessonMinutes }) => {
  const average = lessonMinutes.reduce((sum, minutes) => sum + minutes, 0) / lessonMinutes.length;
  const tooLong = plans.filter(({ days }) => days > lessonMinutes.length);
  return [
    ...tooLong.map(({ title, days }) => ({
      what: 'lessons that do not exist',
      found: `${title}: ${days} daily emails, ${lessonMinutes.length} lessons`,
      file: 'content/lessons',
      toDo: 'Write the missing lessons, or sell a shorter plan: packages/funnel/src/plans.mjs',
    })),
    ...(Math.abs(average - PRODUCT.lessonMinutes) > TOLERATED_MINUTES
      ? [
          {
            what: 'lessons of another length',
            found: `"${PRODUCT.lessonMinutes} minutes a day", but lessons take ${average.toFixed(1)} on average`,
            file: 'packages/funnel/src/product.mjs',
            toDo: 'Correct lessonMinutes, or the lessons',
          },
        ]
      : []),
  ];
};

/**
 * Claims that are legally delicate in any configuration: the owner has to be able to prove them.
 * @type {readonly Finding[]}
 */
const CLAIMED = [
  {
    what: 'countdown',
    found: '/sales, ten minutes from each load',
    file: 'mf-offer/src/offer/offer-end.ts',
    toDo: 'Its end raises the price only until a reload: use a real deadline, or send visitors to /sales002',
  },
  {
    what: 'productivity claim',
    found: `${CLAIMS.productivity} more productivity and creativity, on /reassurance2`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Keep the study that proves it, or remove the claim',
  },
  {
    what: 'earnings claim',
    found: 'AI-DRIVEN INCOME GROWTH CHALLENGE, Grow wealth',
    file: 'mf-quiz/src/flow/steps.ts',
    toDo: 'State what is typical, or speak of skills instead',
  },
  {
    what: 'popularity claim',
    found: `${CLAIMS.people}, ${CLAIMS.peopleOnSocialProof} people`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Use the number of customers that you can prove',
  },
];

/**
 * Returns what the offer claims and the content does not have, and what only the owner can prove.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const claimFindings = (content) => [...missingBonuses(content), ...lessonFindings(content), ...CLAIMED];
