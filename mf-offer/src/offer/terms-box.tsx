import { OFFER_COPY, OWNER_CONFIG, pathOf, stepOf, type OfferPage, type OwnerConfig } from '@course/funnel';
import { Link } from '@course/platform';
import { Checkbox } from '@course/ui/checkbox';
import { useId, type RefObject } from 'react';
import { keptChoices } from './kept-choices.ts';
import css from './terms-box.module.css';
import type { Refusal } from './use-refusal.ts';

interface TermsBoxProps {
  readonly page: OfferPage;
  readonly refusal: Refusal;
  readonly box: RefObject<HTMLButtonElement | null>;
  readonly onTick: (ticked: boolean) => void;
  readonly config?: OwnerConfig;
}

/** The terms, to be accepted before checkout. */
export function TermsBox({ page, refusal, box, onTick, config = OWNER_CONFIG }: TermsBoxProps) {
  const id = useId();
  const shaking = refusal === 'shaking';
  return (
    <div>
      <div className={css['terms']} data-shaking={shaking}>
        <Checkbox
          ref={box}
          id={id}
          defaultChecked={keptChoices(page).ticked ?? config.termsTicked[page]}
          aria-invalid={shaking || undefined}
          onTick={onTick}
        />
        <label htmlFor={id} className={css['label']}>
          {OFFER_COPY.terms.before} <LegalLink to="terms" />, <LegalLink to="refund" />, <LegalLink to="subscription" />{' '}
          {OFFER_COPY.terms.and} <LegalLink to="privacy" />
        </label>
      </div>
      {config.explainMissingTerms && refusal !== 'none' && (
        <p role="alert" className={css['missing']}>
          {OFFER_COPY.terms.missing}
        </p>
      )}
    </div>
  );
}

const LegalLink = ({ to }: { readonly to: 'terms' | 'privacy' | 'refund' | 'subscription' }) => (
  <Link to={pathOf(to)}>{stepOf(to).title}</Link>
);
