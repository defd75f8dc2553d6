import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { Payments } from './payments.ts';

interface CardCheckoutProps {
  readonly payments: Payments;
  readonly clientSecret: string;
  /** The provider could not make a checkout of the secret. Stable. */
  readonly onFailed: (error: unknown) => void;
}

/** The provider's card form. Fixed to the secret that it was first given. */
export function CardCheckout({ payments, clientSecret, onFailed }: CardCheckoutProps) {
  const [{ stripe, hold }] = useState(() => openingOf(payments, onFailed));
  const [options] = useState({ clientSecret });
  useEffect(hold, [hold]);
  return (
    <EmbeddedCheckoutProvider stripe={stripe} options={options}>
      <EmbeddedCheckout />
    </EmbeddedCheckoutProvider>
  );
}

/** Never settles: the provider component cannot be given a failure. */
const forever = <Value,>(): Promise<Value> => new Promise(() => {});

/** One opening of the card form. */
interface Opening {
  /** For the provider component: its embedded checkout is created through the lease. */
  readonly stripe: Stripe;
  /** Keeps the checkout until the returned function is called. */
  readonly hold: () => () => void;
}

/** Prepares an opening; nothing is created before the provider component asks for it. */
function openingOf({ stripe, takeLease }: Payments, onFailed: (error: unknown) => void): Opening {
  const lease = takeLease(stripe);
  let isHeld = false;
  const create: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    lease.create(options).catch((error: unknown) => {
      if (isHeld) onFailed(error);
      return forever();
    });
  return {
    stripe: new Proxy(stripe, {
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
