import { PROFILE_COPY } from '../../flow/copy.ts';
import css from './score-card.module.css';
import { useCount } from './score.ts';

/** The counter and the marker move as one: both show the same number. */
export function ScoreCard() {
  const count = useCount(PROFILE_COPY.scorePercent);
  return (
    <section className={css['card']} aria-labelledby="score-title">
      <h2 id="score-title" className={css['title']}>
        {PROFILE_COPY.scoreTitle}
      </h2>
      <p className={css['result']}>{PROFILE_COPY.result}</p>
      <p className={css['count']}>{`${count}%`}</p>
      <ScoreScale percent={count} />
    </section>
  );
}

const WIDTH = 300;
const EDGE = 8;

/** LOW to HIGH with a marker at `percent`. The line keeps `EDGE` clear at both ends for the marker. */
function ScoreScale({ percent }: { readonly percent: number }) {
  const x = EDGE + ((WIDTH - 2 * EDGE) * percent) / 100;
  return (
    <div className={css['scale']}>
      <svg className={css['picture']} viewBox={`0 0 ${WIDTH} 52`} aria-hidden="true" focusable="false">
        <rect className={css['low']} x={EDGE} y="34" width="92" height="10" rx="5" />
        <rect className={css['middle']} x="104" y="34" width="92" height="10" rx="5" />
        <rect className={css['high']} x="200" y="34" width="92" height="10" rx="5" />
        <g transform={`translate(${x} 0)`}>
          <path
            className={css['flag']}
            d="M-40 0 h80 a7 7 0 0 1 7 7 v9 a7 7 0 0 1 -7 7 h-34 l-6 6 l-6 -6 h-34 a7 7 0 0 1 -7 -7 v-9 a7 7 0 0 1 7 -7Z"
          />
          <text className={css['flag-text']} x="0" y="16" textAnchor="middle">
            {PROFILE_COPY.scoreLabel}
          </text>
          <circle className={css['marker']} cx="0" cy="39" r="8" />
        </g>
      </svg>
      <ol className={css['levels']}>
        {PROFILE_COPY.scale.map((level) => (
          <li key={level}>{level}</li>
        ))}
      </ol>
    </div>
  );
}
