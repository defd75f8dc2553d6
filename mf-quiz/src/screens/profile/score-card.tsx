import { PROFILE_COPY } from '../../flow/later-copy.ts';
import { useElapsed } from '../../time/elapsed.ts';
import css from './score-card.module.css';
import type { ProfileResult } from './profile-result.ts';

const SCORE_STEP = 2;
const SCORE_TICK_MS = 20;

/** Returns the counter's number `elapsedMs` after its start: it rises by 2 every 20 ms, up to the score. */
export const countAt = (elapsedMs: number, score: number): number =>
  Math.min(score, SCORE_STEP * Math.floor(elapsedMs / SCORE_TICK_MS));

/** Returns the milliseconds that the counter takes to reach the score. */
export const countingMs = (score: number): number => Math.ceil(score / SCORE_STEP) * SCORE_TICK_MS;

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Returns the counter's current number: the score itself in the served HTML and for visitors who prefer reduced motion.
 */
function useCount(score: number): number {
  const elapsed = useElapsed(SCORE_TICK_MS, countingMs(score), prefersReducedMotion);
  return elapsed === null ? score : countAt(elapsed, score);
}

/** The score as a counter and a marker, which move together. Without a score there is neither. */
export function ScoreCard({ result, scorePercent, scoreLabel }: ProfileResult) {
  const count = useCount(scorePercent ?? 0);
  const isKnown = scorePercent !== null;
  return (
    <section className={css['card']} aria-labelledby="score-title">
      <div className={css['words']}>
        <h2 id="score-title" className={css['title']}>
          {PROFILE_COPY.scoreTitle}
        </h2>
        <p className={css['result']}>{result}</p>
      </div>
      {isKnown && <p className={css['count']}>{`${count}%`}</p>}
      <ScoreScale percent={isKnown ? count : null} label={scoreLabel} />
    </section>
  );
}

const WIDTH = 300;
const EDGE = 8;

interface ScoreScaleProps {
  /** Null hides the marker. */
  readonly percent: number | null;
  readonly label: string;
}

/** A scale from LOW to HIGH with a marker at `percent`. It leaves `EDGE` free at both ends for the marker. */
const ScoreScale = ({ percent, label }: ScoreScaleProps) => (
  <div className={css['scale']}>
    <svg
      className={css['picture']}
      viewBox={`0 0 ${WIDTH} 52`}
      {...(percent === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect className={css['low']} x={EDGE} y="34" width="92" height="10" rx="5" />
      <rect className={css['middle']} x="104" y="34" width="92" height="10" rx="5" />
      <rect className={css['high']} x="200" y="34" width="92" height="10" rx="5" />
      {percent !== null && <Marker x={EDGE + ((WIDTH - 2 * EDGE) * percent) / 100} label={label} />}
    </svg>
    <ol className={css['levels']}>
      {PROFILE_COPY.scale.map((level) => (
        <li key={level}>{level}</li>
      ))}
    </ol>
  </div>
);

const FLAG_WIDTH = 94;

/** A circle at `x`, with a flag that points at it and stays within the picture. */
function Marker({ x, label }: { readonly x: number; readonly label: string }) {
  const flag = Math.min(Math.max(x, FLAG_WIDTH / 2), WIDTH - FLAG_WIDTH / 2);
  return (
    <>
      <rect className={css['flag']} x={flag - FLAG_WIDTH / 2} y="0" width={FLAG_WIDTH} height="23" rx="7" />
      <text className={css['flag-text']} x={flag} y="16" textAnchor="middle">
        {label}
      </text>
      <g transform={`translate(${x} 0)`}>
        <path className={css['flag']} d="M-6 22h12l-6 7Z" />
        <circle className={css['marker']} cx="0" cy="39" r="8" />
      </g>
    </>
  );
}
