import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';

interface CardCheckoutProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  /** Called if the provider cannot create a checkout from the secret. Must be stable. */
  readonly onFailed: (error: unknown) => void;
}

/** The provider's card form. Keeps the secret of its first render: remount it for another one. */
export function CardCheckout({ stripe, clientSecret, onFailed }: CardCheckoutProps) {
  const [{ leased, hold }] = useState(() => leaseCheckout(stripe, onFailed));
  const [options] = useState({ clientSecret });
  useEffect(hold, [hold]);
  return (
    <EmbeddedCheckoutProvider stripe={leased} options={options}>
      <EmbeddedCheckout />
    </EmbeddedCheckoutProvider>
  );
}

/** Never settles, because the provider component has no way to handle a failure. */
const pendingForever = <Value,>(): Promise<Value> => new Promise(() => {});

/** One guard for the whole page, whichever Stripe object is in use. */
const takeLease = embeddedCheckoutGuard();

/**
 * Leases the page's embedded checkout for one opening of the card form. Returns a Stripe object that creates its
 * checkout through the lease, and `hold`, which keeps the lease until the function that it returns is called. The
 * checkout is created only when the provider component calls for it.
 */
function leaseCheckout(stripe: Stripe, onFailed: (error: unknown) => void): { leased: Stripe; hold: () => () => void } {
  const lease = takeLease(stripe);
  let isHeld = false;
  const create: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    lease.create(options).catch((error: unknown) => {
      if (isHeld) onFailed(error);
      return pendingForever();
    });
  return {
    leased: new Proxy(stripe, {
      get(target, key) {
        if (key === 'createEmbeddedCheckoutPage') return create;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    hold: () => {
      isHeld = true;
      return () => {
        isHeld = false;
        // Strict mode runs each effect twice: release only if the form is not held again within the same task.
        queueMicrotask(() => isHeld || lease.release());
      };
    },
  };
}
