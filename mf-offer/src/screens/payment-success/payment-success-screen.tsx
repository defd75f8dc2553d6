import { PAYMENT_COPY, PRODUCT } from '@course/funnel';
import { useGo, useName } from '@course/platform';
import { Button, Sunrise } from '@course/ui';
import { pathOrVariant } from '../../flow/path-or-variant.ts';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useReached } from '../../flow/use-reached.ts';
import type { PaymentView } from './look-again.ts';
import css from './payment-success-screen.module.css';
import { StartOver } from './start-over.tsx';
import { useCheckoutId } from './use-checkout-id.ts';
import { usePayment } from './use-payment.ts';
import { useTitle } from './use-title.ts';
import { ViewMark } from './view-mark.tsx';

const isWaiting = (view: PaymentView): boolean => view === 'processing' || view === 'unknown';

export function PaymentSuccessScreen({ step }: ScreenProps) {
  const go = useGo();
  const checkoutId = useCheckoutId();
  const { view, lookAgain } = usePayment(checkoutId);
  const { title, lines } = PAYMENT_COPY[view];
  // An address alone proves nothing.
  useReached(step.key, checkoutId !== null && view === 'paid');
  useTitle(title);
  return (
    <StepFrame step={step}>
      <div className={css['state']} data-payment={view} aria-live="polite" aria-busy={view === 'checking'}>
        <ViewMark view={view} />
        <h1 className={css['title']}>{title}</h1>
        {view === 'paid' && <Thanks />}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {view === 'paid' && <Sunrise walked={1} className={css['picture']} />}
      {isWaiting(view) && (
        <Button look="quiet" onClick={lookAgain}>
          {PAYMENT_COPY.lookAgain}
        </Button>
      )}
      {view === 'closed' && <Button onClick={() => go(pathOrVariant('sales002'))}>{PAYMENT_COPY.backToOffer}</Button>}
      <Support />
      {view === 'paid' && <StartOver />}
    </StepFrame>
  );
}

/** A line of its own, so that nothing moves when the name is known. */
function Thanks() {
  const name = useName();
  return <p className={css['thanks']}>{name ? PAYMENT_COPY.thanksTo(name) : PAYMENT_COPY.thanks}</p>;
}

const Support = () => (
  <p className={css['support']}>
    <span>{PAYMENT_COPY.support}</span> <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
  </p>
);
