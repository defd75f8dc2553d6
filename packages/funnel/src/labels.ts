import { decodeChoices, type Answers } from './answers.ts';
import { optionsOf } from './navigation.ts';
import type { AnswerKey } from './step.ts';

const GOAL_DEFAULT = 'Grow wealth';
const TARGET_DEFAULT = 'Vacation';

/** Returns the chosen options' labels in the order of the question's options, then unknown values unchanged. */
export function chosenLabels(key: AnswerKey, answers: Answers): string[] {
  const chosen = decodeChoices(answers[key]);
  const options = optionsOf(key);
  const known = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const unknown = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...known, ...unknown];
}

/** Returns the text of the goal card, from q19. */
export const goalLabel = (answers: Answers): string => chosenLabels('q19', answers).join(', ') || GOAL_DEFAULT;

/** Returns the text of the target card, from q15. */
export const targetLabel = (answers: Answers): string => chosenLabels('q15', answers).join(', ') || TARGET_DEFAULT;

/** Returns the objectives of the readiness screen, from q19. */
export const objectives = (answers: Answers): string[] => {
  const labels = chosenLabels('q19', answers);
  return labels.length > 0 ? labels : ['Advanced AI Skills'];
};
