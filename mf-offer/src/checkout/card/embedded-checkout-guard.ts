import type { Stripe, StripeEmbeddedCheckout, StripeEmbeddedCheckoutOptions } from '@stripe/stripe-js';

type Creator = Pick<Stripe, 'createEmbeddedCheckoutPage'>;

/** One embedded checkout, from the opening of the modal to its closing. */
export interface Lease {
  readonly create: (options: StripeEmbeddedCheckoutOptions) => Promise<StripeEmbeddedCheckout>;
  /** Destroys what was created, also when it is created only later. Call it when the modal goes. */
  readonly release: () => void;
}

/** The provider component destroys what it knows and `release` does so again: the second time does nothing. */
function destroyedOnce(checkout: StripeEmbeddedCheckout): StripeEmbeddedCheckout {
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
 * Stripe allows one embedded checkout a page, and the provider component forgets one that it unmounted before it was
 * ready (stripe/react-stripe-js#703), which would then stand in the way of every later one. So each opening takes a
 * lease, waits until the one before has been destroyed, and destroys its own for certain.
 */
export function embeddedCheckoutGuard() {
  let freed: Promise<unknown> = Promise.resolve();

  return function lease(stripe: Creator): Lease {
    let released = false;
    let created: Promise<StripeEmbeddedCheckout> | undefined;
    const create = async (options: StripeEmbeddedCheckoutOptions) => {
      // A form that goes in the same task is released right after it.
      await Promise.resolve();
      if (!released) await freed;
      if (released) throw new Error('The checkout was closed before it was created.');
      return destroyedOnce(await stripe.createEmbeddedCheckoutPage(options));
    };
    return {
      create: (options) => (created ??= create(options)),
      release: () => {
        released = true;
        if (created) freed = created.then((checkout) => checkout.destroy()).catch(() => undefined);
      },
    };
  };
}
