import { TESTIMONIALS } from '@course/funnel';
import { PROCESSING_COPY } from '../../flow/later-copy.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BodyProps } from '../../flow/body-props.ts';
import { Heading, Quote, type WithTestimonials } from '../../parts/screen-parts.tsx';
import { useElapsed } from '../../time/elapsed.ts';
import css from './processing.module.css';

export const PROCESSING_MS = 8_000;
const RING_TICK_MS = 50;
const ROTATION_MS = 3_000;

/** Returns how much of the ring is drawn, in percent. */
export const ringPercent = (elapsedMs: number): number => (100 * elapsedMs) / PROCESSING_MS;

/** Rounds down to a quarter. Screen readers announce only 25, 50, 75 and 100: more would be noise. */
export const quarterOf = (percent: number): number => 25 * Math.floor(percent / 25);

/** Returns the index of the testimonial to show: the next one every 3 s, wrapping around. NaN if there are none. */
export const slideAt = (elapsedMs: number, count: number): number => Math.floor(elapsedMs / ROTATION_MS) % count;

export function Processing({
  step,
  onContinue,
  testimonials = TESTIMONIALS,
}: BodyProps<'processing'> & WithTestimonials) {
  const elapsed = useElapsed(RING_TICK_MS, PROCESSING_MS) ?? 0;
  const [held, setHeld] = useState<number | null>(null);
  const slide = held ?? slideAt(elapsed, testimonials.length);
  const quote = testimonials[slide];
  const quarter = quarterOf(ringPercent(elapsed));
  const finish = useEffectEvent(onContinue);
  const finished = elapsed === PROCESSING_MS;
  useEffect(() => {
    if (finished) finish();
  }, [finished]);
  return (
    <div className={css['processing']}>
      <Heading title={step.title} centred />
      <Ring percent={ringPercent(elapsed)} label={step.title} />
      <p role="status" className="visually-hidden">
        {quarter > 0 && PROCESSING_COPY.done(quarter)}
      </p>
      <p className={css['proof']}>{PROCESSING_COPY.proof}</p>
      {quote && (
        <div key={slide} className={css['slide']}>
          <Quote quote={quote} />
        </div>
      )}
      {testimonials.length > 1 && (
        <button
          type="button"
          className={css['pause']}
          aria-pressed={held !== null}
          onClick={() => setHeld(held === null ? slide : null)}
        >
          {PROCESSING_COPY.pause}
        </button>
      )}
    </div>
  );
}

interface RingProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
}

/** A progress ring with the percentage in the middle. */
function Ring({ percent, label }: RingProps) {
  const whole = Math.floor(percent);
  return (
    <div
      className={css['ring']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={whole}
    >
      <svg className={css['picture']} viewBox="0 0 200 200" aria-hidden="true">
        <circle className={css['track']} cx="100" cy="100" r="84" />
        <circle className={css['drawn']} cx="100" cy="100" r="84" pathLength="100" strokeDasharray={`${percent} 100`} />
      </svg>
      <span className={css['percent']}>{`${whole}%`}</span>
    </div>
  );
}
