import { objectives, PRODUCT, READINESS_COPY } from '@course/funnel';
import { servedMonth } from '@course/platform';
import type { BodyProps } from '../../flow/body-props.ts';
import { ContinueBar } from '../../parts/continue-bar.tsx';
import { Heading } from '../../parts/heading.tsx';
import css from './readiness.module.css';
import { WeekBars } from './week-bars.tsx';

export const Readiness = ({ step, answers, onContinue }: BodyProps<'readiness'>) => (
  <>
    <Heading title={step.title} />
    <p className={css['prediction']}>
      {`${READINESS_COPY.prediction} `}
      <strong>{servedMonth(PRODUCT.challengeDays)}</strong>
    </p>
    <WeekBars />
    <section className={css['objectives']} aria-labelledby="objectives-title">
      <h2 id="objectives-title" className={css['title']}>
        {READINESS_COPY.objectivesTitle}
      </h2>
      <ul className={css['list']}>
        {objectives(answers).map((objective) => (
          <li key={objective} className={css['objective']}>
            {objective}
          </li>
        ))}
      </ul>
    </section>
    <ContinueBar label={READINESS_COPY.button} onContinue={onContinue} />
  </>
);
