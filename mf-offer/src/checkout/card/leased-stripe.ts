import type { Stripe } from '@stripe/stripe-js';
import type { Lease } from './embedded-checkout-guard.ts';

/** Never settles: the provider component has no way to be told of a failure. */
const forever = <Value>(): Promise<Value> => new Promise(() => {});

/** A Stripe object for the provider component whose embedded checkout is created through the lease. */
export function leasedStripe(stripe: Stripe, lease: Lease, onFailed: (error: unknown) => void): Stripe {
  const create: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    lease.create(options).catch((error: unknown) => {
      onFailed(error);
      return forever();
    });
  return new Proxy(stripe, {
    get(target, key) {
      if (key === 'createEmbeddedCheckoutPage') return create;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
