import { SALES002_COPY, TIMELINE_COPY } from '@course/funnel';
import { Section } from '../../offer/section.tsx';
import css from './sales002.module.css';

export const Weeks = () => (
  <Section title={SALES002_COPY.weeksTitle} look="tinted">
    <ol className={css['weeks']}>
      {SALES002_COPY.weeks.map(({ title, points }, i) => (
        <li key={title} className={css['week']}>
          <p className={css['weekNumber']}>{TIMELINE_COPY.weeks[i]}</p>
          <h3 className={css['weekTitle']}>{title}</h3>
          <ul className={css['weekPoints']}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </Section>
);
