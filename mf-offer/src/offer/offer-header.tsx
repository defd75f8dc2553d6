import { OFFER_COPY } from '../flow/sales-copy.ts';
import { clockText, useRemaining } from './countdown.ts';
import css from './offer-header.module.css';
import { COUNTDOWN_MS } from './offer-end.ts';

interface OfferHeaderProps {
  readonly look: 'limited' | 'promo';
  readonly text: string;
  readonly endsAt: number | undefined;
  readonly hasEnded: boolean;
  /** Without a countdown only the button shows. */
  readonly timed?: boolean;
}

/** Stays at the top: how long the offer lasts, and the way to it. */
export const OfferHeader = ({ look, text, endsAt, hasEnded, timed = true }: OfferHeaderProps) => (
  <header className={`${css['header']} ${css[look]}`}>
    <div className={css['inner']}>
      {timed && (
        <p className={css['offer']}>
          <span>{text}</span>
          <Clock endsAt={endsAt} />
          {/* The clock is silent; that it has ended, which may change the prices, is said once. */}
          <span role="status" className="visually-hidden">
            {hasEnded && OFFER_COPY.countdownEnded}
          </span>
        </p>
      )}
      <button type="button" className={css['cta']} onClick={scrollToPricing}>
        {OFFER_COPY.getMyPlan}
      </button>
    </div>
  </header>
);

/** Alone, so that a tick draws nothing else anew. */
const Clock = ({ endsAt }: Pick<OfferHeaderProps, 'endsAt'>) => (
  <strong role="timer" aria-live="off" className={css['clock']}>
    {clockText(useRemaining(endsAt, COUNTDOWN_MS))}
  </strong>
);

export const PRICING_ID = 'pricing';

/** Brings the plans into view; the keyboard goes on at their heading. */
function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
