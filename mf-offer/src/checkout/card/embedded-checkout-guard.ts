import type { Stripe, StripeEmbeddedCheckout, StripeEmbeddedCheckoutOptions } from '@stripe/stripe-js';

type CheckoutCreator = Pick<Stripe, 'createEmbeddedCheckoutPage'>;

/** The right to one embedded checkout, from the opening of the modal to its closing. */
export interface Lease {
  readonly create: (options: StripeEmbeddedCheckoutOptions) => Promise<StripeEmbeddedCheckout>;
  /** Destroys the checkout, even if its creation has not finished yet. Call it when the modal closes. */
  readonly release: () => void;
}

/** Makes `destroy` idempotent, because both the provider component and `release` call it. */
function withIdempotentDestroy(checkout: StripeEmbeddedCheckout): StripeEmbeddedCheckout {
  let alive = true;
  return {
    mount: (location) => checkout.mount(location),
    unmount: () => alive && checkout.unmount(),
    destroy: () => {
      if (alive) checkout.destroy();
      alive = false;
    },
  };
}

/**
 * Stripe allows one embedded checkout per page, and the provider component leaks one that it unmounts before it is
 * ready (stripe/react-stripe-js#703), which would block every later one. So each opening takes a lease, waits until the
 * previous checkout has been destroyed, and always destroys its own.
 */
export function embeddedCheckoutGuard() {
  let previousDestroyed: Promise<unknown> = Promise.resolve();

  return function lease(stripe: CheckoutCreator): Lease {
    let released = false;
    let created: Promise<StripeEmbeddedCheckout> | undefined;
    const create = async (options: StripeEmbeddedCheckoutOptions) => {
      // A form that is unmounted in the same task is released right after this call.
      await Promise.resolve();
      if (!released) await previousDestroyed;
      if (released) throw new Error('The checkout was closed before it was created.');
      return withIdempotentDestroy(await stripe.createEmbeddedCheckoutPage(options));
    };
    return {
      create: (options) => (created ??= create(options)),
      release: () => {
        released = true;
        if (created) previousDestroyed = created.then((checkout) => checkout.destroy()).catch(() => undefined);
      },
    };
  };
}
