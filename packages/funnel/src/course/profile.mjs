import { decodeChoices } from '../choices.mjs';
import { AIMS, aimTag, GOALS, goalTag, TARGET_AREAS } from './vocabulary.mjs';

/** @typedef {import('./vocabulary.mjs').Area} Area */
/** @typedef {import('./vocabulary.mjs').Level} Level */
/** @typedef {Readonly<Partial<Record<string, string>>>} Answers */
/** @typedef {{ readonly question: string, readonly value: string }} Reason An answer for which a lesson was chosen. */

/**
 * What a plan depends on. Visitors with equal profiles get equal plans.
 * @typedef {object} Profile
 * @property {Level} level `basic` if nothing is known.
 * @property {Reason | null} expertise The answer that is the reason for deep lessons.
 * @property {Reason | null} setup The answer that is the reason for set-up lessons; null if none are needed.
 * @property {readonly Area[]} areas The chosen areas, in the order of `TARGET_AREAS`.
 * @property {readonly { readonly tag: string, readonly reason: Reason }[]} wishes The aims, then the goal.
 */

/** The questions whose answers shape a course. q20 decides how lessons are shown. */
export const PLAN_QUESTIONS = /** @type {const} */ (['q2', 'q4', 'q8', 'q9', 'q10', 'q15', 'q19', 'q20']);

/**
 * The knowledge that an answer indicates, from 0 to 3.
 * @type {readonly (readonly [question: string, points: Readonly<Record<string, number>>])[]}
 */
const KNOWLEDGE = [
  ['q8', { expert: 3, competent: 2, intermediate: 1, novice: 0 }],
  ['q9', { daily: 3, weekly: 2, rarely: 1, never: 0 }],
  ['q4', { 'very-comfortable': 3, 'somewhat-comfortable': 2, 'not-very-comfortable': 1, 'not-comfortable': 0 }],
];
const BASIC_UP_TO = 1;
const DEEP_FROM = 2.5;
const MAX_POINTS = 3;

/** Answers to q10 that name a chat assistant; the others make pictures, films or voices. */
const ASSISTANTS = ['claude', 'gemini', 'perplexity', 'copilot'];
const FREQUENT = ['daily', 'weekly'];

/** @param {Answers} answers */
const knowledgeIn = (answers) =>
  KNOWLEDGE.flatMap(([question, points]) => {
    const value = answers[question] ?? '';
    const known = Object.hasOwn(points, value) ? points[value] : undefined;
    return known === undefined ? [] : [{ question, value, points: known }];
  });

/**
 * @param {ReturnType<typeof knowledgeIn>} known
 * @returns {Level}
 */
const levelOf = (known) => {
  if (known.length === 0) return 'basic';
  const mean = known.reduce((sum, { points }) => sum + points, 0) / known.length;
  return mean <= BASIC_UP_TO ? 'basic' : mean >= DEEP_FROM ? 'deep' : 'core';
};

/**
 * @param {Answers} answers
 * @returns {Reason | null}
 */
const setupIn = (answers) => {
  const { q8 = '', q9 = '' } = answers;
  const tools = decodeChoices(answers['q10']);
  if (FREQUENT.includes(q9) || tools.some((tool) => ASSISTANTS.includes(tool))) return null;
  if (q9 === 'never' || q9 === 'rarely') return { question: 'q9', value: q9 };
  if (tools.includes('none')) return { question: 'q10', value: 'none' };
  return q8 === 'novice' ? { question: 'q8', value: q8 } : null;
};

/**
 * Returns the profile for these answers. Unknown, missing and removed answers are ignored.
 * @param {Answers} answers
 * @returns {Profile}
 */
export const profileOf = (answers) => {
  const known = knowledgeIn(answers);
  const level = levelOf(known);
  const [best = null] = known.filter(({ points }) => points === MAX_POINTS);
  const areas = decodeChoices(answers['q15']);
  const aims = decodeChoices(answers['q19']);
  const goals = decodeChoices(answers['q2']);
  return {
    level,
    expertise: level === 'deep' && best ? { question: best.question, value: best.value } : null,
    setup: setupIn(answers),
    areas: TARGET_AREAS.filter((area) => areas.includes(area)),
    wishes: [
      ...AIMS.filter((aim) => aims.includes(aim)).map((aim) => ({
        tag: aimTag(aim),
        reason: { question: 'q19', value: aim },
      })),
      ...GOALS.filter((goal) => goals.includes(goal)).map((goal) => ({
        tag: goalTag(goal),
        reason: { question: 'q2', value: goal },
      })),
    ],
  };
};
