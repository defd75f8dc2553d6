import { OFFER_COPY } from '../flow/sales-copy.ts';
import { clockText, useRemaining } from './countdown.ts';
import css from './offer-header.module.css';

interface OfferHeaderProps {
  readonly look: 'limited' | 'promo';
  readonly text: string;
  readonly endsAt: number | undefined;
  readonly full: number;
  /** Takes the text's place once the time is up. */
  readonly ended?: string | undefined;
  /** Without a countdown only the button shows. */
  readonly timed?: boolean;
}

/** Stays at the top: how long the offer lasts, and the way to it. */
export const OfferHeader = ({ look, text, ended, endsAt, full, timed = true }: OfferHeaderProps) => (
  <header className={`${css['header']} ${css[look]}`}>
    <div className={css['inner']}>
      {timed && (
        <p className={css['offer']}>
          <Words text={text} ended={ended} endsAt={endsAt} full={full} />
          <Clock endsAt={endsAt} full={full} />
          <Ended endsAt={endsAt} full={full} />
        </p>
      )}
      <button type="button" className={css['cta']} onClick={scrollToPricing}>
        {OFFER_COPY.getMyPlan}
      </button>
    </div>
  </header>
);

const Words = ({ text, ended = text, endsAt, full }: Pick<OfferHeaderProps, 'text' | 'ended' | 'endsAt' | 'full'>) => (
  <span>{useRemaining(endsAt, full, full) === 0 ? ended : text}</span>
);

/** Alone, so that a tick draws nothing else anew. */
const Clock = ({ endsAt, full }: Pick<OfferHeaderProps, 'endsAt' | 'full'>) => (
  <strong role="timer" aria-live="off" className={css['clock']}>
    {clockText(useRemaining(endsAt, full))}
  </strong>
);

/** The clock is silent; that it has ended, which may change the prices, is said once. */
const Ended = ({ endsAt, full }: Pick<OfferHeaderProps, 'endsAt' | 'full'>) => (
  <span role="status" className="visually-hidden">
    {useRemaining(endsAt, full, full) === 0 && OFFER_COPY.countdownEnded}
  </span>
);

export const PRICING_ID = 'pricing';

/** Brings the plans into view; the keyboard goes on at their heading. */
function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
