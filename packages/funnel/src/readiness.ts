import { type Answers, decodeChoices } from './answers.ts';

export type ReadinessArea = 'motivation' | 'confidence' | 'focus' | 'knowledge';
export type ReadinessLevel = 'low' | 'moderate' | 'high';

/** How far the answers say a visitor is, in whole percent; null where nothing was answered. */
export interface Readiness {
  readonly score: number | null;
  readonly areas: Readonly<Record<ReadinessArea, number | null>>;
}

type Points = (value: string | undefined) => number | undefined;

/** The first value counts 100, the last 0, those between them evenly. Unknown values do not count. */
const falling =
  (...values: readonly string[]): Points =>
  (value) => {
    const place = value === undefined ? -1 : values.indexOf(value);
    return place < 0 ? undefined : 100 - (100 * place) / (values.length - 1);
  };

/** Tools of which a visitor who has tried so many counts as experienced. */
const MANY_TOOLS = 5;

const toolsTried: Points = (value) => {
  const tools = decodeChoices(value);
  if (tools.length === 0) return undefined;
  return Math.min(100, (100 * tools.filter((tool) => tool !== 'none').length) / MANY_TOOLS);
};

/** What the quiz asks about each area: question key and points of its answers. */
const ASKED: Readonly<Record<ReadinessArea, Readonly<Record<string, Points>>>> = {
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
    Object.entries(ASKED[area])
      .map(([question, points]) => points(answers[question]))
      .filter(isNumber),
  );

/** Returns the result that follows from the answers: each area is the mean of what was asked about it, the score that of the areas. */
export function readinessOf(answers: Answers): Readiness {
  const areas = {
    motivation: areaIn(answers, 'motivation'),
    confidence: areaIn(answers, 'confidence'),
    focus: areaIn(answers, 'focus'),
    knowledge: areaIn(answers, 'knowledge'),
  };
  return { score: meanOf(Object.values(areas).filter(isNumber)), areas };
}

/** Returns the third of the scale that `percent` (0 to 100) is in. */
export const levelOf = (percent: number): ReadinessLevel =>
  percent < 100 / 3 ? 'low' : percent < 200 / 3 ? 'moderate' : 'high';
