import { type Answers, chosenLabels } from '@course/funnel';
import { labelsOf } from '@course/platform';
import { SALES_COPY } from './sales-copy.ts';
import { SHOWN_ANSWERS } from './steps.ts';

interface GoalCardTexts {
  readonly goal: string;
  readonly target: string;
}

const labelsTo = (question: string, answers: Answers): string =>
  // Looked up only for an answer: nothing is stored while a screen is prerendered or taken over.
  answers[question] ? chosenLabels(labelsOf(question), answers[question]).join(', ') : '';

/** Returns the texts of the goal and target cards: every chosen label, or the defaults. */
export const goalCards = (answers: Answers): GoalCardTexts => ({
  goal: labelsTo(SHOWN_ANSWERS.goal, answers) || SALES_COPY.goal,
  target: labelsTo(SHOWN_ANSWERS.target, answers) || SALES_COPY.target,
});
