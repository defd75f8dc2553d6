import { IMMEDIATE_PERFORMANCE, type OfferPage, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { LEGAL_LINKS } from '../flow/offer-copy.ts';
import { Link, pathTo } from '@course/platform';
import { Checkbox } from '@course/ui/checkbox';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useKeptChoices } from './kept-choices.ts';
import css from './terms-box.module.css';

interface TermsBoxProps {
  readonly page: OfferPage;
  readonly missingTick: MissingTick;
  readonly termsRef: RefObject<HTMLButtonElement | null>;
  /** The box that requests performance before the withdrawal period ends, if `askImmediatePerformance` is set. */
  readonly beginRef: RefObject<HTMLButtonElement | null>;
  /** Called with the state of the terms. */
  readonly onTick: (ticked: boolean) => void;
  readonly onBegin: () => void;
  readonly config?: OwnerConfig;
}

/** The terms, which have to be accepted before checkout. */
export function TermsBox({
  page,
  missingTick,
  termsRef,
  beginRef,
  onTick,
  onBegin,
  config = OWNER_CONFIG,
}: TermsBoxProps) {
  const id = useId();
  const { ticked = config.termsTicked[page] } = useKeptChoices(page);
  const isShaking = (which: TermsBoxKey) => missingTick?.box === which && missingTick.shaking;
  return (
    <div>
      <div className={css['terms']} data-shaking={isShaking('terms')}>
        <Checkbox
          ref={termsRef}
          id={id}
          defaultChecked={ticked}
          aria-invalid={isShaking('terms') || undefined}
          onTick={onTick}
        />
        <label htmlFor={id} className={css['label']}>
          {OFFER_COPY.terms.before} <LegalLink to="terms" />, <LegalLink to="refund" />, <LegalLink to="subscription" />{' '}
          {OFFER_COPY.terms.and} <LegalLink to="privacy" />
        </label>
      </div>
      {config.askImmediatePerformance && (
        <div className={css['terms']} data-shaking={isShaking('begin')}>
          <Checkbox ref={beginRef} id={`${id}-begin`} aria-invalid={isShaking('begin') || undefined} onTick={onBegin} />
          <label htmlFor={`${id}-begin`} className={css['label']}>
            {IMMEDIATE_PERFORMANCE}
          </label>
        </div>
      )}
      {config.explainMissingTerms && missingTick && (
        <p role="alert" className={css['missing']}>
          {OFFER_COPY.terms.missing}
        </p>
      )}
    </div>
  );
}

const LegalLink = ({ to }: { readonly to: keyof typeof LEGAL_LINKS }) => <Link to={pathTo(to)}>{LEGAL_LINKS[to]}</Link>;

type TermsBoxKey = 'terms' | 'begin';

/** The box that an attempt found unticked, until a box is ticked. It shakes for a moment. Null before any attempt. */
export type MissingTick = { readonly box: TermsBoxKey; readonly shaking: boolean } | null;

interface MissingTickControl {
  readonly missingTick: MissingTick;
  readonly showMissing: (box: TermsBoxKey) => void;
  readonly reset: () => void;
}

/** How long the box shakes: it is required to be one second. */
export const TERMS_SHAKE_MS = 1_000;

export function useMissingTick(): MissingTickControl {
  const [missingTick, setMissingTick] = useState<MissingTick>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showMissing = useCallback((box: TermsBoxKey) => {
    clearTimeout(timer.current);
    setMissingTick({ box, shaking: true });
    timer.current = setTimeout(() => setMissingTick({ box, shaking: false }), TERMS_SHAKE_MS);
  }, []);
  const reset = useCallback(() => {
    clearTimeout(timer.current);
    setMissingTick(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { missingTick, showMissing, reset };
}
