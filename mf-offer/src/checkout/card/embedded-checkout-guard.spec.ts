import type { StripeEmbeddedCheckout } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { embeddedCheckoutGuard } from './embedded-checkout-guard.ts';

/** As strict as Stripe: one live checkout a page, and a destroyed one may not be touched. Answers when told to. */
function aStripe() {
  let live = 0;
  let made = 0;
  const answers: (() => void)[] = [];
  const checkout = (): StripeEmbeddedCheckout => {
    let destroyed = false;
    const alive = () => {
      if (destroyed) throw new Error('This Embedded Checkout object has been destroyed.');
    };
    return {
      mount: alive,
      unmount: alive,
      destroy: () => {
        alive();
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
        made += 1;
        answers.push(() => resolve(checkout()));
      }),
    answer: () => answers.shift()?.(),
    get live() {
      return live;
    },
    get made() {
      return made;
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
    stripe.answer();
    await created;
    lease.release();
    await settled();
    expect(stripe.live).toBe(0);
  });

  it('destroys what is created only after the modal was closed', async () => {
    const stripe = aStripe();
    const lease = embeddedCheckoutGuard()(stripe);
    void lease.create(options);
    await settled();
    lease.release();
    stripe.answer();
    await settled();
    expect(stripe).toMatchObject({ made: 1, live: 0 });
  });

  it('opens again although the one before was closed before it was ready', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const first = guard(stripe);
    void first.create(options);
    await settled();
    first.release();
    const second = guard(stripe).create(options);
    await settled();
    expect(stripe.made).toBe(1);
    stripe.answer();
    await settled();
    expect(stripe).toMatchObject({ made: 2, live: 1 });
    stripe.answer();
    await expect(second).resolves.toBeDefined();
  });

  it('creates nothing for a modal that was closed while it waited its turn', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const [first, second] = [guard(stripe), guard(stripe)];
    void first.create(options);
    await settled();
    first.release();
    const waiting = second.create(options).catch((error: unknown) => error);
    second.release();
    stripe.answer();
    expect(await waiting).toBeInstanceOf(Error);
    expect(stripe).toMatchObject({ made: 1, live: 0 });
  });

  it('destroys once, whoever asks', async () => {
    const stripe = aStripe();
    const lease = embeddedCheckoutGuard()(stripe);
    const created = lease.create(options);
    await settled();
    stripe.answer();
    const checkout = await created;
    checkout.destroy();
    checkout.destroy();
    lease.release();
    await settled();
    expect(() => checkout.unmount()).not.toThrow();
    expect(stripe.live).toBe(0);
  });

  it('frees the way after a checkout that could not be created', async () => {
    const stripe = aStripe();
    const guard = embeddedCheckoutGuard();
    const failing = guard({ createEmbeddedCheckoutPage: () => Promise.reject(new Error('expired')) });
    await expect(failing.create(options)).rejects.toThrow('expired');
    failing.release();
    const next = guard(stripe).create(options);
    await settled();
    stripe.answer();
    await expect(next).resolves.toBeDefined();
  });
});
