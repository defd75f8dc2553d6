import { type Answers, levelOf, type OwnerConfig, readinessOf } from '@course/funnel';
import { MEASURED_COPY, PROFILE_COPY } from '../../flow/later-copy.ts';
import type { IconName } from '../../art/drawings.ts';

export interface ProfileRow {
  readonly label: string;
  readonly value: string;
  readonly icon: IconName;
  readonly tone: 'good' | 'fair' | 'low';
}

/** The result that /profile shows. */
export interface ProfileResult {
  readonly result: string;
  /** 0 to 100; null while nothing is answered. */
  readonly scorePercent: number | null;
  /** The label of the marker on the scale. */
  readonly scoreLabel: string;
  readonly rows: readonly ProfileRow[];
}

function measured(answers: Answers): ProfileResult {
  const { score, areas } = readinessOf(answers);
  return {
    result: score === null ? MEASURED_COPY.unknown : MEASURED_COPY.result,
    scorePercent: score,
    scoreLabel: score === null ? '' : MEASURED_COPY.scoreLabels[levelOf(score)],
    rows: MEASURED_COPY.rows.map(({ area, label, icon }) => {
      const percent = areas[area];
      return {
        label,
        icon,
        ...(percent === null ? MEASURED_COPY.notAnswered : MEASURED_COPY.values[levelOf(percent)]),
      };
    }),
  };
}

/**
 * Returns the specified result, the same for every visitor, or the measured one if the owner's `results` is `answers`.
 */
export const profileOf = (answers: Answers, { results }: Pick<OwnerConfig, 'results'>): ProfileResult =>
  results === 'answers' ? measured(answers) : PROFILE_COPY;
