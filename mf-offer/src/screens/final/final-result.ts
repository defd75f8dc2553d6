import { type Answers, levelOf, type OwnerConfig, readinessOf } from '@course/funnel';
import { FINAL_COPY, MEASURED_COPY } from '../../flow/offer-copy.ts';

/** The result that /final shows. */
export interface FinalResult {
  /** 0 to 100; null while nothing is answered. */
  readonly scorePercent: number | null;
  readonly scoreLabel: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

function measured(answers: Answers): FinalResult {
  const { score } = readinessOf(answers);
  const { scoreLabel, levels, level, target, timeline } = MEASURED_COPY;
  const reached = score === null ? null : levels[levelOf(score)];
  return {
    scorePercent: score,
    scoreLabel,
    rows: [
      ...(reached
        ? [
            { label: level, value: reached.current },
            { label: target, value: reached.target },
          ]
        : []),
      timeline,
    ],
  };
}

/**
 * Returns the specified result, the same for every visitor, or the measured one if the owner's `results` is `answers`.
 */
export const finalResultOf = (answers: Answers, { results }: Pick<OwnerConfig, 'results'>): FinalResult =>
  results === 'answers' ? measured(answers) : FINAL_COPY;
