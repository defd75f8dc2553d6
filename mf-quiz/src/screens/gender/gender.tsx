import { decodeChoices } from '@course/funnel';
import { GENDER_COPY } from '../../flow/entries-copy.ts';
import { LazyBoundary, lazyPart, useOnceHydrated } from '@course/ui';
import { useState } from 'react';
import type { BodyProps } from '../../flow/body-props.ts';
import { Options } from '../../parts/options.tsx';
import { HEADING_ID, Stage } from '../../parts/screen-parts.tsx';
import { Consent } from './consent.tsx';
import css from './gender.module.css';
import { wasWelcomed } from './was-welcomed.ts';

export const Gender = ({ step, answers, onAnswer }: BodyProps<'gender'>) => (
  <div className={css['entry']}>
    <p className={css['tagline']}>{step.tagline}</p>
    <h1 id={HEADING_ID} className={css['title']}>
      {step.title}
    </h1>
    <p className={css['lead']}>{GENDER_COPY.lead}</p>
    <Stage>
      <Options options={step.options} chosen={decodeChoices(answers[step.asks])} onChoose={onAnswer} look="tiles" />
    </Stage>
    <Consent />
    <WelcomeOnLoad />
  </div>
);

const Welcome = lazyPart(async () => (await import('./welcome.tsx')).Welcome);

/** Opens the welcome dialog after hydration, once per visit. If its code fails to load, the screen works without it. */
function WelcomeOnLoad() {
  const [isOpen, setOpen] = useState(true);
  const [isDue] = useState(() => typeof document !== 'undefined' && !wasWelcomed());
  const isShown = useOnceHydrated(false, () => isDue) && isOpen;
  return (
    isShown && (
      <LazyBoundary>
        <Welcome onClose={() => setOpen(false)} />
      </LazyBoundary>
    )
  );
}
