import { SCRATCH_COPY } from '../../flow/offer-copy.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { glitterOn } from './glitter.ts';
import css from './scratch-card.module.css';
import { makeScratchable } from './scratching.ts';

interface ScratchCardProps {
  readonly revealed: boolean;
  readonly onReveal: () => void;
}

/** The prize under a cover to scratch off. `onReveal` is called once, when half of the cover is cleared. */
export function ScratchCard({ revealed, onReveal }: ScratchCardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState(false);
  const reveal = useEffectEvent(onReveal);
  useEffect(() => {
    if (revealed) return;
    return makeScratchable(canvas.current!, card.current!, SCRATCH_COPY.cover, {
      onStart: () => setTouched(true),
      onWin: () => reveal(),
      onScratch: glitterOn(card.current!, css['spark']!),
    });
  }, [revealed]);
  return (
    <div ref={card} className={css['card']} data-revealed={revealed}>
      <p className={css['prize']} aria-hidden={!revealed}>
        <strong>{SCRATCH_COPY.prize}</strong>
        <span>{SCRATCH_COPY.prizeNote}</span>
      </p>
      <canvas
        ref={canvas}
        className={css['cover']}
        role="img"
        aria-label={SCRATCH_COPY.cardLabel}
        aria-hidden={revealed}
      />
      {!touched && !revealed && <HintFinger />}
    </div>
  );
}

/** Shows where to scratch, until the first touch. */
const HintFinger = () => (
  <svg className={css['hint']} data-hint="finger" viewBox="0 0 48 56" width="48" height="56" aria-hidden="true">
    <path
      d="M18 52c-6-3-10-11-13-17-2-4 2-7 6-4l5 5V9a5 5 0 0 1 10 0v15c5-1 16 1 16 9 0 9-2 15-6 19z"
      fill="#fff"
      stroke="#1c1b29"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
    <path d="M26 24v7M32 26v6M38 28v5" stroke="#1c1b29" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
