import { PROCESSING_COPY, TESTIMONIALS } from '@course/funnel';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BodyProps } from '../../flow/body-props.ts';
import { Heading } from '../../parts/heading.tsx';
import { Quote } from '../../parts/quote.tsx';
import { useElapsed } from '../../time/use-elapsed.ts';
import { PROCESSING_MS, quarterOf, RING_TICK_MS, ringPercent, slideAt } from './course.ts';
import css from './processing.module.css';
import { Ring } from './ring.tsx';

export function Processing({ step, onContinue }: BodyProps<'processing'>) {
  const elapsed = useElapsed(RING_TICK_MS, PROCESSING_MS) ?? 0;
  const [held, setHeld] = useState<number | null>(null);
  const slide = held ?? slideAt(elapsed, TESTIMONIALS.length);
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
      <div key={slide} className={css['slide']}>
        <Quote quote={TESTIMONIALS[slide]!} />
      </div>
      <button
        type="button"
        className={css['pause']}
        aria-pressed={held !== null}
        onClick={() => setHeld(held === null ? slide : null)}
      >
        {PROCESSING_COPY.pause}
      </button>
    </div>
  );
}
