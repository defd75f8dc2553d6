import { encodeChoices } from '@course/funnel';
import type { Step } from '@course/test-kit/product-flow';
import { ANSWERS } from './distributions.ts';
import type { Random } from '@course/test-kit/seeded-random';

type Question = Extract<Step, { asks: string }>;

/** Returns the weights of this step's own options, because two entry screens have the same key. */
const weightsOf = ({ asks, options }: Question): Readonly<Record<string, number>> => {
  const weights = ANSWERS[asks] ?? {};
  return Object.fromEntries(options.map(({ value }) => [value, weights[value] ?? 0]));
};

/** Chooses each option independently. The exclusive one is chosen alone, and at least one is chosen. */
const chooseSeveral = (step: Extract<Question, { kind: 'multi' }>, random: Random): string[] => {
  const weights = weightsOf(step);
  const { exclusive } = step;
  if (exclusive !== undefined && random.chance(weights[exclusive] ?? 0)) return [exclusive];
  const others = Object.entries(weights).filter(([value]) => value !== exclusive);
  const chosen = others.filter(([, share]) => random.chance(share)).map(([value]) => value);
  return chosen.length > 0 ? chosen : [random.weighted(Object.fromEntries(others))];
};

/** Returns a visitor's answer to a question, as it is stored. */
export const answerTo = (step: Question, random: Random): string =>
  step.kind === 'multi' ? encodeChoices(chooseSeveral(step, random)) : random.weighted(weightsOf(step));
