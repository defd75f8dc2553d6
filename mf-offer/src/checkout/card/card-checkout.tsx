import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';

interface CardCheckoutProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  /** The provider could not make a checkout of the secret. Stable. */
  readonly onFailed: (error: unknown) => void;
}

/** The provider's card form. Fixed to the secret that it was first given. */
export function CardCheckout({ stripe, clientSecret, onFailed }: CardCheckoutProps) {
  const [{ leased, hold }] = useState(() => openingOf(stripe, onFailed));
  const [options] = useState({ clientSecret });
  useEffect(hold, [hold]);
  return (
    <EmbeddedCheckoutProvider stripe={leased} options={options}>
      <EmbeddedCheckout />
    </EmbeddedCheckoutProvider>
  );
}

/** Never settles: the provider component cannot be given a failure. */
const forever = <Value,>(): Promise<Value> => new Promise(() => {});

/** For the whole page, whichever Stripe object is in use. */
const takeLease = embeddedCheckoutGuard();

/**
 * One opening of the card form: a Stripe object whose embedded checkout is created through a lease, and what holds that
 * until the returned function is called. Nothing is created before the provider component asks for it.
 */
function openingOf(stripe: Stripe, onFailed: (error: unknown) => void): { leased: Stripe; hold: () => () => void } {
  const lease = takeLease(stripe);
  let isHeld = false;
  const create: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    lease.create(options).catch((error: unknown) => {
      if (isHeld) onFailed(error);
      return forever();
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
        // In development React runs each effect twice: only a form that is not shown again in the same task has gone.
        queueMicrotask(() => isHeld || lease.release());
      };
    },
  };
}
