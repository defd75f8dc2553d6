import { bonusesOf, MIN_SHEETS } from '../bonuses.mjs';
import { CLAIMS, PRODUCT } from '../product.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('./findings.mjs').Content} Content */
/** @typedef {import('../resources/problems.mjs').ResourceCounts} ResourceCounts */

/** The minimum number of prompts to be called a library. */
const MIN_PROMPTS = 200;

/**
 * Says what is missing of each bonus; null if nothing is.
 * @type {Readonly<Record<import('../bonuses.mjs').BonusKey, (counts: ResourceCounts) => string | null>>}
 */
const MISSING = {
  sheets: ({ sheets }) => (sheets >= MIN_SHEETS ? null : `there are ${sheets}`),
  videos: ({ videos }) => (videos > 0 ? null : 'there is no video'),
  updates: ({ sheets, prompts }) => (sheets + prompts > 0 ? null : 'there is nothing to update'),
  prompts: ({ prompts }) => (prompts >= MIN_PROMPTS ? null : `there are ${prompts} prompts of ${MIN_PROMPTS}`),
};

/** @param {Content} content */
const missingBonuses = ({ config, resources }) =>
  bonusesOf(config).flatMap(([key, title]) => {
    const missing = MISSING[key](resources);
    return missing === null
      ? []
      : [
          {
            what: 'bonus that does not exist',
            found: `${title} on /sales002: ${missing}`,
            file: 'content/resources',
            toDo: 'Provide it, or stop selling it: packages/funnel/src/bonuses.mjs has the list',
          },
        ];
  });

/** How much the average length of lessons may differ from the offer's claim. */
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
 * Claims that are legally delicate in any configuration, because the owner has to be able to prove them.
 * @type {readonly Finding[]}
 */
const DELICATE_CLAIMS = [
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
    toDo: 'State what is typical, or talk about skills instead',
  },
  {
    what: 'popularity claim',
    found: `${CLAIMS.people}, ${CLAIMS.peopleOnSocialProof} people`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Use the number of customers that you can prove',
  },
];

/**
 * Returns claims of the offer that the content does not fulfil, and claims that only the owner can prove.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const claimFindings = (content) => [...missingBonuses(content), ...lessonFindings(content), ...DELICATE_CLAIMS];
