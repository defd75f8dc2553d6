import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';
import { leasedStripe } from './leased-stripe.ts';

interface CardCheckoutProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  /** The provider could not make a checkout of the secret. */
  readonly onFailed: (error: unknown) => void;
}

const lease = embeddedCheckoutGuard();

/** The provider's card form. Fixed to the secret that it was first given. */
export function CardCheckout({ stripe, clientSecret, onFailed }: CardCheckoutProps) {
  const failed = useRef(onFailed);
  const [opening] = useState(() => {
    const own = lease(stripe);
    let open = true;
    const release = () => {
      open = false;
      own.release();
    };
    return {
      stripe: leasedStripe(stripe, own, (error) => open && failed.current(error)),
      options: { clientSecret },
      release,
    };
  });
  useEffect(() => {
    failed.current = onFailed;
  }, [onFailed]);
  useEffect(() => opening.release, [opening]);
  return (
    <EmbeddedCheckoutProvider stripe={opening.stripe} options={opening.options}>
      <EmbeddedCheckout />
    </EmbeddedCheckoutProvider>
  );
}
