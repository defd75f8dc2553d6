import { OFFER_COPY } from '../flow/sales-copy.ts';
import { clockText, useRemaining } from './countdown.ts';
import css from './offer-header.module.css';
import { COUNTDOWN_MS } from './offer-end.ts';

interface OfferHeaderProps {
  readonly look: 'limited' | 'promo';
  readonly text: string;
  readonly endsAt: number | undefined;
  /** True also if the server has ended the offer before `endsAt`; the countdown then shows no time left. */
  readonly hasEnded: boolean;
  /** False shows only the button. */
  readonly timed?: boolean;
}

/** The sticky header: a countdown to the end of the offer, and a button that scrolls to the plans. */
export const OfferHeader = ({ look, text, endsAt, hasEnded, timed = true }: OfferHeaderProps) => (
  <header className={`${css['header']} ${css[look]}`}>
    <div className={css['inner']}>
      {timed && (
        <p className={css['offer']}>
          <span>{text}</span>
          <Clock endsAt={hasEnded ? 0 : endsAt} />
          {/* The clock is silent; only its end is announced, because it may change the prices. */}
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

/** A component of its own, so that a tick re-renders nothing else. */
function Clock({ endsAt }: Pick<OfferHeaderProps, 'endsAt'>) {
  const remaining = useRemaining(endsAt, COUNTDOWN_MS);
  return (
    <strong role="timer" aria-live="off" className={css['clock']}>
      {clockText(remaining)}
    </strong>
  );
}

export const PRICING_ID = 'pricing';

/** Scrolls to the plans and focuses their heading. */
function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
