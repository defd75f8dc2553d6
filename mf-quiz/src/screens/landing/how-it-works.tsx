import { LANDING_COPY } from '@course/funnel';
import css from './how-it-works.module.css';

export const HowItWorks = () => (
  <section className={css['section']}>
    <h2 className={css['title']}>{LANDING_COPY.stepsTitle}</h2>
    <ol className={css['steps']}>
      {LANDING_COPY.steps.map(({ title, text }, index) => (
        <li key={title} className={css['step']}>
          <span className={css['stone']} aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={css['name']}>{title}</h3>
          <p className={css['text']}>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
