import { createEmbeddedCheckoutPage, IntegrationError, type EmbeddedCheckoutOptions } from './embedded-checkout.ts';

/** The release name that @stripe/stripe-js expects in the script. */
const VERSION = 'endive';

const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : window.location.href;
const { origin } = new URL(own);

function checkKey(key: string): void {
  if (/^pk_test_/.test(key)) return;
  if (/^[sr]k_/.test(key)) throw new IntegrationError('You should not use your secret key with Stripe.js.');
  throw new IntegrationError("Please call Stripe() with the sandbox's publishable key, which begins with pk_test_.");
}

const unsupported = (method: string) => (): never => {
  throw new IntegrationError(`The sandbox supports embedded Checkout only; stripe.${method}() is not part of it.`);
};

/**
 * The part of Stripe.js that an embedded checkout needs. Wrappers check for the other methods before they accept the
 * object.
 */
function Stripe(key: string) {
  checkKey(key);
  return {
    createEmbeddedCheckoutPage: (options: EmbeddedCheckoutOptions) =>
      createEmbeddedCheckoutPage(options, { origin, key }),
    initEmbeddedCheckout: () => {
      throw new IntegrationError(
        'stripe.initEmbeddedCheckout() has been removed. Please use stripe.createEmbeddedCheckoutPage() instead.',
      );
    },
    elements: unsupported('elements'),
    createToken: unsupported('createToken'),
    createPaymentMethod: unsupported('createPaymentMethod'),
    confirmCardPayment: unsupported('confirmCardPayment'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: VERSION }) });
