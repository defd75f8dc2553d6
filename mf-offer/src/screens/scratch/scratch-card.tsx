import { SCRATCH_COPY } from '@course/funnel';
import { useEffect, useRef, useState } from 'react';
import { glitterOn } from './glitter.ts';
import { HintFinger } from './hint-finger.tsx';
import css from './scratch-card.module.css';
import { makeScratchable } from './scratching.ts';

interface ScratchCardProps {
  readonly revealed: boolean;
  readonly onReveal: () => void;
}

/** The prize under a cover that is scratched off. `onReveal` is told once, when half of the cover is gone. */
export function ScratchCard({ revealed, onReveal }: ScratchCardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const reveal = useRef(onReveal);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    reveal.current = onReveal;
  }, [onReveal]);
  useEffect(
    () =>
      makeScratchable(canvas.current!, card.current!, SCRATCH_COPY.cover, {
        onStart: () => setTouched(true),
        onWin: () => reveal.current(),
        onRub: glitterOn(card.current!, css['spark']!),
      }),
    [],
  );
  return (
    <div ref={card} className={css['card']} data-revealed={revealed}>
      <p className={css['prize']} aria-hidden={!revealed}>
        <strong>{SCRATCH_COPY.prize}</strong>
        <span>{SCRATCH_COPY.prizeNote}</span>
      </p>
      <canvas ref={canvas} className={css['cover']} role="img" aria-label={SCRATCH_COPY.cardLabel} />
      {!touched && !revealed && <HintFinger />}
    </div>
  );
}
