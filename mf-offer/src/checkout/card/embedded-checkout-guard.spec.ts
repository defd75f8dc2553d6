import type { StripeEmbeddedCheckout } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';

/**
 * A fake as strict as Stripe: only one live checkout per page, and a destroyed one must not be used. A creation
 * resolves when `respond` is called.
 */
function aStripe() {
  let live = 0;
  let created = 0;
  const pending: (() => void)[] = [];
  const checkout = (): StripeEmbeddedCheckout => {
    let destroyed = false;
    const assertAlive = () => {
      if (destroyed) throw new Error('This Embedded Checkout object has been destroyed.');
    };
    return {
      mount: assertAlive,
      unmount: assertAlive,
      destroy: () => {
        assertAlive();
        destroyed = true;
        live -= 1;
      },
    };
  };
  return {
    createEmbeddedCheckoutPage: () =>
      new Promise<StripeEmbeddedCheckout>((resolve, reject) => {
        if (live > 0) return reject(new Error('You cannot have multiple Embedded Checkout objects.'));
        live += 1;
        created += 1;
        pending.push(() => resolve(checkout()));
      }),
    respond: () => pending.shift()?.(),
    get live() {
      return live;
    },
    get created() {
      return created;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const options = { clientSecret: 'cs_secret' };

describe('one embedded checkout at a time', () => {
  it('destroys what it created', async () => {
    const stripe = aStripe();
    const lease = embeddedCheckoutGuard()(stripe);
    const created = lease.create(options);
    await settled();
    stripe.respond();
    await created;
    lease.release();
    await settled();
    expect(stripe.live).toBe(0);
  });

  it('destroys a checkout whose creation finishes after the modal was closed', async () => {
    const stripe = aStripe();
    const lease = embeddedCheckoutGuard()(stripe);
    void lease.create(options);
    await settled();
    lease.release();
    stripe.respond();
    await settled();
    expect(stripe).toMatchObject({ created: 1, live: 0 });
  });

  it('opens again after a modal that was closed before its checkout was ready', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const first = guard(stripe);
    void first.create(options);
    await settled();
    first.release();
    const second = guard(stripe).create(options);
    await settled();
    expect(stripe.created).toBe(1);
    stripe.respond();
    await settled();
    expect(stripe).toMatchObject({ created: 2, live: 1 });
    stripe.respond();
    await expect(second).resolves.toBeDefined();
  });

  it('creates nothing for a modal that was closed while waiting for its turn', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const [first, second] = [guard(stripe), guard(stripe)];
    void first.create(options);
    await settled();
    first.release();
    const waiting = second.create(options).catch((error: unknown) => error);
    second.release();
    stripe.respond();
    expect(await waiting).toBeInstanceOf(Error);
    expect(stripe).toMatchObject({ created: 1, live: 0 });
  });

  it('destroys a checkout only once', async () => {
    const stripe = aStripe();
    const lease = embeddedCheckoutGuard()(stripe);
    const created = lease.create(options);
    await settled();
    stripe.respond();
    const checkout = await created;
    checkout.destroy();
    checkout.destroy();
    lease.release();
    await settled();
    expect(() => checkout.unmount()).not.toThrow();
    expect(stripe.live).toBe(0);
  });

  it('lets the next checkout be created after one that failed', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const failing = guard({ createEmbeddedCheckoutPage: () => Promise.reject(new Error('expired')) });
    await expect(failing.create(options)).rejects.toThrow('expired');
    failing.release();
    const next = guard(stripe).create(options);
    await settled();
    stripe.respond();
    await expect(next).resolves.toBeDefined();
  });
});
