import { SCRATCH_COPY } from '@course/funnel';
import { readRaw, writeRaw } from '@course/platform';
import { useState } from 'react';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useDialog } from '../../flow/use-dialog.ts';
import { useHydrated } from '../../flow/use-hydrated.ts';
import { useNext } from '../../flow/use-next.ts';
import { useTrackProgress } from '../../flow/use-track-progress.ts';
import { ScratchCard } from './scratch-card.tsx';
import css from './scratch-screen.module.css';
import { WinPanel } from './win-panel.tsx';

/** `announced`: the win dialog is up. `won`: it was closed without claiming, so the page itself offers the claim. */
type Card = 'covered' | 'announced' | 'won';

/** Local storage: the card of this visitor is scratched, also after a reload. */
const SCRATCHED = 'scratched';

export function ScratchScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const Dialog = useDialog();
  const [now, setCard] = useState<Card>('covered');
  const wasScratched = useHydrated() && readRaw(SCRATCHED) !== null;
  const card = now === 'covered' && wasScratched ? 'won' : now;
  useTrackProgress(step.key);
  const win = () => {
    if (card !== 'covered') return;
    setCard('announced');
    writeRaw(SCRATCHED, 'yes');
  };
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
      {card !== 'covered' && !inDialog && (
        <div className={css['won']}>
          <WinPanel onClaim={next} />
        </div>
      )}
      {Dialog && (
        <Dialog
          open={inDialog}
          onClose={() => setCard('won')}
          title={<span className={css['winTitle']}>{SCRATCH_COPY.win.title}</span>}
        >
          <WinPanel onClaim={next} />
        </Dialog>
      )}
    </StepFrame>
  );
}
