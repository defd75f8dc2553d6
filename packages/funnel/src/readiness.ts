import { type Answers, decodeChoices } from './answers.ts';

export type ReadinessArea = 'motivation' | 'confidence' | 'focus' | 'knowledge';
export type ReadinessLevel = 'low' | 'moderate' | 'high';

/** The visitor's readiness according to the answers, in whole percent; null without answers. */
export interface Readiness {
  readonly score: number | null;
  readonly areas: Readonly<Record<ReadinessArea, number | null>>;
}

type Points = (value: string | undefined) => number | undefined;

/** Scores values evenly from 100 for the first to 0 for the last. Unknown values have no score. */
const falling =
  (...values: readonly string[]): Points =>
  (value) => {
    const index = value === undefined ? -1 : values.indexOf(value);
    return index < 0 ? undefined : 100 - (100 * index) / (values.length - 1);
  };

/** The number of tools tried that scores 100. */
const MANY_TOOLS = 5;

const toolsTried: Points = (value) => {
  const tools = decodeChoices(value);
  if (tools.length === 0) return undefined;
  return Math.min(100, (100 * tools.filter((tool) => tool !== 'none').length) / MANY_TOOLS);
};

/** The questions about each area, with the points of their answers. */
const QUESTIONS: Readonly<Record<ReadinessArea, Readonly<Record<string, Points>>>> = {
  motivation: { q16: falling('100-ready', 'ready', 'somewhat-ready', 'not-ready') },
  confidence: {
    q4: falling('very-comfortable', 'somewhat-comfortable', 'not-very-comfortable', 'not-comfortable'),
    q6: falling('not-difficult', 'somewhat-difficult', 'very-difficult'),
    q14: falling('yes', 'not-sure', 'no'),
  },
  focus: { q17: falling('very-easy', 'easy', 'difficult', 'very-difficult') },
  knowledge: {
    q8: falling('expert', 'competent', 'intermediate', 'novice'),
    q9: falling('daily', 'weekly', 'rarely', 'never'),
    q10: toolsTried,
  },
};

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

const areaIn = (answers: Answers, area: ReadinessArea): number | null =>
  meanOf(
    Object.entries(QUESTIONS[area])
      .map(([question, points]) => points(answers[question]))
      .filter(isNumber),
  );

/** Computes the readiness: the score of an area is the mean of its questions, the total the mean of the areas. */
export function readinessOf(answers: Answers): Readiness {
  const areas = {
    motivation: areaIn(answers, 'motivation'),
    confidence: areaIn(answers, 'confidence'),
    focus: areaIn(answers, 'focus'),
    knowledge: areaIn(answers, 'knowledge'),
  };
  return { score: meanOf(Object.values(areas).filter(isNumber)), areas };
}

/** Returns the third of the scale that contains `percent` (0 to 100). */
export const levelOf = (percent: number): ReadinessLevel =>
  percent < 100 / 3 ? 'low' : percent < 200 / 3 ? 'moderate' : 'high';
