import { SCRATCH_COPY } from '@course/funnel';
import { useState } from 'react';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useDialog } from '../../flow/use-dialog.ts';
import { useNext } from '../../flow/use-next.ts';
import { useReached } from '../../flow/use-reached.ts';
import { ScratchCard } from './scratch-card.tsx';
import css from './scratch-screen.module.css';
import { WinPanel } from './win-panel.tsx';

/** `announced`: the win dialog is up. `won`: it was closed without claiming, so the page itself offers the claim. */
type Card = 'covered' | 'announced' | 'won';

export function ScratchScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const Dialog = useDialog();
  const [card, setCard] = useState<Card>('covered');
  useReached(step.key);
  const win = () => setCard((before) => (before === 'covered' ? 'announced' : before));
  const inDialog = card === 'announced' && Dialog !== undefined;
  return (
    <StepFrame step={step}>
      <div className={css['intro']}>
        <h1 className={css['title']}>{step.title}</h1>
        <p className={css['note']}>{SCRATCH_COPY.note}</p>
      </div>
      <ScratchCard revealed={card !== 'covered'} onReveal={win} />
      {card === 'covered' && (
        <button type="button" className={css['reveal']} onClick={win}>
          {SCRATCH_COPY.reveal}
        </button>
      )}
      {card !== 'covered' && !inDialog && <WinPanel onClaim={next} />}
      {Dialog && (
        <Dialog open={inDialog} onClose={() => setCard('won')} title={<span className={css['winTitle']}>{SCRATCH_COPY.win.title}</span>}>
          <WinPanel onClaim={next} />
        </Dialog>
      )}
    </StepFrame>
  );
}
