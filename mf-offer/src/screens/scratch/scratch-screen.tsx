import { hasOfferEnded, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { SCRATCH_COPY } from '../../flow/offer-copy.ts';
import { readRaw, useGo, writeRaw } from '@course/platform';
import { Button, LazyBoundary, lazyPart, useHydrated, useOnceHydrated } from '@course/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { loadDialog, usePrefetch } from '../../flow/prefetch.ts';
import { loadPlanner } from '../../flow/my-plan.ts';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/navigation.ts';
import { pathOf } from '../../flow/paths.ts';
import { useOfferEnded } from '../../offer/kept-choices.ts';
import { ScratchCard } from './scratch-card.tsx';
import css from './scratch-screen.module.css';

/** `announced`: the win dialog is open. `won`: it was closed without claiming, so the page itself offers the claim. */
type CardState = 'covered' | 'announced' | 'won';

const Dialog = lazyPart(loadDialog);

/** Local storage key: set once the visitor has scratched the card. */
const SCRATCHED = 'scratched';

interface ScratchScreenProps extends ScreenProps {
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

/**
 * The scratch card. Once the discount has ended, goes to the next step at once, as there is no prize.
 */
export function ScratchScreen({ step, config = OWNER_CONFIG }: ScratchScreenProps) {
  const go = useGo();
  const offerEnded = useOfferEnded();
  const hasPassed = useOnceHydrated(false, () => hasOfferEnded(Date.now(), config));
  const hasEnded = offerEnded || hasPassed;
  useEffect(() => {
    if (hasEnded) go(pathOf('timeline'), { replace: true });
  }, [go, hasEnded]);
  return hasEnded ? <StepFrame step={step}>{null}</StepFrame> : <Scratch step={step} />;
}

function Scratch({ step }: ScreenProps) {
  const next = useNext(step);
  const hydrated = useHydrated();
  const [state, setState] = useState<CardState>('covered');
  const wasScratched = useMemo(() => hydrated && readRaw(SCRATCHED) !== null, [hydrated]);
  const card = state === 'covered' && wasScratched ? 'won' : state;
  useTrackProgress(step.key);
  usePrefetch(loadPlanner);
  const win = () => {
    if (card !== 'covered') return;
    setState('announced');
    writeRaw(SCRATCHED, 'yes');
  };
  const isAnnounced = card === 'announced';
  // The key that revealed the win may be pressed again or still be held: it must not claim before the win is seen.
  const panelFocus = isAnnounced ? 'text' : 'button';
  const panel = (
    <div className={css['won']}>
      <WinPanel onClaim={next} focus={state === 'covered' ? null : panelFocus} />
    </div>
  );
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
      {card === 'won' && panel}
      {hydrated && (
        <LazyBoundary waiting={isAnnounced && panel} failed={isAnnounced && panel}>
          <Dialog
            open={isAnnounced}
            onClose={() => setState('won')}
            title={<span className={css['winTitle']}>{SCRATCH_COPY.win.title}</span>}
            focusOnOpen="title"
          >
            <WinPanel onClaim={next} />
          </Dialog>
        </LazyBoundary>
      )}
    </StepFrame>
  );
}

interface WinPanelProps {
  readonly onClaim: () => void;
  /** What gets the focus when the panel appears; null if nothing does. */
  readonly focus?: 'text' | 'button' | null;
}

/** What was won, with the button that claims it. */
function WinPanel({ onClaim, focus = null }: WinPanelProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus === 'text') text.current?.focus();
    if (focus === 'button') button.current?.focus();
  }, [focus]);
  return (
    <div className={css['win']}>
      <Burst />
      <p ref={text} tabIndex={-1} className={css['winText']}>
        {SCRATCH_COPY.win.text}
      </p>
      <p className={css['winNote']}>{SCRATCH_COPY.win.note}</p>
      <Button ref={button} onClick={onClaim}>
        {SCRATCH_COPY.win.button}
      </Button>
    </div>
  );
}

/** A sun that bursts once on the win. Decorative. */
const Burst = () => (
  <svg className={css['burst']} viewBox="0 0 240 84" aria-hidden="true">
    <path className={css['sun']} d="M84 84a36 36 0 0 1 72 0Z" />
    <path className={css['rays']} d="M120 34V16M88 44L76 29M152 44l12-15M66 66L48 58M174 66l18-8" />
    <path className={css['coral']} d="M28 30l9 4-6 8ZM200 18l10 2-5 8ZM96 4l7 5-8 4Z" />
    <path className={css['teal']} d="M14 62l8-3 2 8ZM216 56l9 5-8 4ZM142 2l6 6-8 2Z" />
    <path className={css['gold']} d="M50 8l4 8-8 1ZM184 38l2 9-8-4ZM226 30l-2 8-6-6Z" />
  </svg>
);
