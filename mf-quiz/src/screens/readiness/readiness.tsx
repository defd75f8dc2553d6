import { type Answers, chosenLabels, PRODUCT } from '@course/funnel';
import { READINESS_COPY } from '../../flow/later-copy.ts';
import { servedMonth } from '@course/platform';
import type { BodyProps } from '../../flow/body-props.ts';
import { STEPS } from '../../flow/steps.ts';
import { ContinueBar, Heading } from '../../parts/screen-parts.tsx';
import css from './readiness.module.css';

/** Returns what the visitor wants to achieve: the labels chosen in q19, or a default. */
export function objectivesOf(answers: Answers): string[] {
  const options = STEPS.flatMap((step) => (step.key === 'q19' && 'asks' in step ? step.options : []));
  const labels = chosenLabels(
    options.map(({ value, label }) => [value, label] as const),
    answers['q19'],
  );
  return labels.length > 0 ? labels : [READINESS_COPY.objectiveDefault];
}

export const Readiness = ({ step, answers, onContinue }: BodyProps<'readiness'>) => (
  <>
    <Heading title={step.title} />
    <p className={css['prediction']}>
      {`${READINESS_COPY.prediction} `}
      <strong>{servedMonth(PRODUCT.challengeDays)}</strong>
    </p>
    <section className={css['objectives']} aria-labelledby="objectives-title">
      <h2 id="objectives-title" className={css['title']}>
        {READINESS_COPY.objectivesTitle}
      </h2>
      <ul className={css['list']}>
        {objectivesOf(answers).map((objective) => (
          <li key={objective} className={css['objective']}>
            {objective}
          </li>
        ))}
      </ul>
    </section>
    <WeekBars />
    <ContinueBar label={READINESS_COPY.button} onContinue={onContinue} />
  </>
);

const HEIGHT = 150;

/** Four columns that rise one after another by CSS animation. */
const WeekBars = () => (
  <section className={css['chart']} aria-labelledby="weeks-title">
    <h2 id="weeks-title" className={css['title']}>
      {READINESS_COPY.chartTitle}
    </h2>
    <ol className={css['weeks']}>
      {READINESS_COPY.weeks.map((entry) => (
        <li key={entry.week} className={css['week']}>
          <Bar percent={entry.percent} />
          <strong className={css['percent']}>{`${entry.percent}%`}</strong>
          <span className={css['name']}>{entry.week}</span>
          {'level' in entry && <span className={css['level']}>{entry.level}</span>}
        </li>
      ))}
    </ol>
  </section>
);

function Bar({ percent }: { readonly percent: number }) {
  const height = (HEIGHT * percent) / 100;
  return (
    <svg className={css['picture']} viewBox={`0 0 64 ${HEIGHT}`} aria-hidden="true">
      <rect className={css['track']} width="64" height={HEIGHT} rx="16" />
      <rect className={css['bar']} y={HEIGHT - height} width="64" height={height} rx="16" />
    </svg>
  );
}
