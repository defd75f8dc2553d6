import { READINESS_COPY } from '@course/funnel';
import css from './week-bars.module.css';

const HEIGHT = 150;

/** Four columns that rise one after the other, by the style sheet. */
export const WeekBars = () => (
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
    <svg className={css['picture']} viewBox={`0 0 64 ${HEIGHT}`} aria-hidden="true" focusable="false">
      <rect className={css['track']} width="64" height={HEIGHT} rx="16" />
      <rect className={css['bar']} y={HEIGHT - height} width="64" height={height} rx="16" />
    </svg>
  );
}
