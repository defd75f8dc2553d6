import { TIMELINE_COPY } from '../../flow/offer-copy.ts';
import css from './path-chart.module.css';

const CURVE = 'M28 168C90 164 108 140 150 128S214 98 244 82S292 54 312 50';
const WEEK_STONES = [
  { x: 92, y: 156 },
  { x: 163, y: 124 },
  { x: 226, y: 92 },
  { x: 288, y: 60 },
];

/** The climb from now to after 4 weeks. Illustrative, not to scale. */
export const PathChart = () => (
  <svg viewBox="0 0 352 226" className={css['chart']} role="img" aria-label={TIMELINE_COPY.chartLabel}>
    <path d="M16 190H336M16 144H336M16 98H336" className={css['grid']} />
    <path d={`${CURVE}V190H28z`} className={css['area']} />
    <circle cx="312" cy="50" r="34" className={css['halo']} />
    <circle cx="312" cy="50" r="20" className={css['sun']} />
    <path d={CURVE} pathLength={1} className={css['curve']} />
    {WEEK_STONES.map(({ x, y }, week) => (
      <g key={x}>
        <circle cx={x} cy={y} r="6" className={css['stone']} />
        <text x={x} y="210" className={css['week']}>
          {TIMELINE_COPY.weeks[week]}
        </text>
      </g>
    ))}
    <circle cx="28" cy="168" r="8" className={css['now']} />
    <text x="14" y="148" className={css['label']}>
      {TIMELINE_COPY.start}
    </text>
    <text x="270" y="34" className={css['end']}>
      {TIMELINE_COPY.end}
    </text>
  </svg>
);
