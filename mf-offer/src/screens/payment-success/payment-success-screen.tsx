import { PRODUCT } from '@course/funnel';
import { LEGAL_LINKS, PAYMENT_COPY } from '../../flow/offer-copy.ts';
import { Link, pathTo, useGo, useName } from '@course/platform';
import { Button, Sunrise, useHydrated } from '@course/ui';
import { type MouseEvent, useEffect } from 'react';
import { withPlan } from '../../checkout/plan-in-address.ts';
import { focusTitle } from '../../course-access/focus-title.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useTrackProgress } from '../../flow/navigation.ts';
import { pathForVisitor } from '../../flow/paths.ts';
import { useDocumentTitle } from '../../flow/use-document-title.ts';
import { Address } from './address.tsx';
import type { PaymentView } from './checkout-status.ts';
import { Receipt, StartOver, ViewMark } from './payment-parts.tsx';
import css from './payment-success-screen.module.css';
import { useCheckoutId, usePayment } from './use-payment.ts';

const isWaiting = (view: PaymentView): boolean => view === 'processing' || view === 'unknown';

/** Served with the page if its address names a checkout. It hides the claim in the served HTML until hydration. */
const HAS_CHECKOUT = 'data-has-checkout';

export function PaymentSuccessScreen({ step }: ScreenProps) {
  const go = useGo();
  const checkoutId = useCheckoutId();
  const hydrated = useHydrated();
  const { view, facts, pollAgain, setFacts } = usePayment(checkoutId);
  const { title } = PAYMENT_COPY[view];
  // Opening the address without a checkout proves nothing.
  useTrackProgress(step.key, checkoutId !== null && view === 'paid');
  useDocumentTitle(title);
  useEffect(() => {
    if (hydrated) document.documentElement.removeAttribute(HAS_CHECKOUT);
  }, [hydrated]);
  const lookAgain = ({ currentTarget }: MouseEvent) => {
    focusTitle(currentTarget);
    pollAgain();
  };
  return (
    <StepFrame step={step}>
      {!hydrated && <Unchecked />}
      <div className={hydrated ? css['parts'] : css['claim']}>
        <State view={view} />
        <Receipt facts={facts} />
        {view === 'paid' && checkoutId !== null && (
          <Address checkoutId={checkoutId} facts={facts} onChange={setFacts} />
        )}
        {view === 'paid' && <Sunrise walked={1} className={css['picture']} />}
        {isWaiting(view) && (
          <Button look="quiet" onClick={lookAgain}>
            {PAYMENT_COPY.lookAgain}
          </Button>
        )}
        {view === 'elsewhere' && <NewLinkForm purpose="course" ended={false} note={PAYMENT_COPY.sendLink} />}
        {view === 'closed' && (
          <Button onClick={() => go(withPlan(pathForVisitor('sales002'), facts.plan))}>
            {PAYMENT_COPY.backToOffer}
          </Button>
        )}
      </div>
      <Support />
      {view === 'paid' && <StartOver />}
    </StepFrame>
  );
}

/** What the served HTML shows instead of its claim while the checkout in the address has not been checked yet. */
const Unchecked = () => (
  <div className={css['unasked']}>
    <ViewMark view="checking" />
    <p className={css['title']}>{PAYMENT_COPY.checking.title}</p>
  </div>
);

function State({ view }: { readonly view: PaymentView }) {
  const { title, lines } = PAYMENT_COPY[view];
  return (
    <div className={css['state']} data-payment={view} aria-live="polite" aria-busy={view === 'checking'}>
      <ViewMark view={view} />
      <h1 className={css['title']}>{title}</h1>
      {view === 'paid' && <Thanks />}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** A line of its own, so that nothing shifts when the name is filled in. */
function Thanks() {
  const name = useName();
  return <p className={css['thanks']}>{name ? PAYMENT_COPY.thanksTo(name) : PAYMENT_COPY.thanks}</p>;
}

const Support = () => (
  <footer className={css['support']}>
    <p>
      <span>{PAYMENT_COPY.support}</span> <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
    </p>
    <Link to={pathTo('withdrawal')}>{LEGAL_LINKS.withdrawal}</Link>
  </footer>
);
