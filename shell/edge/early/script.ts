import deferredHead from './deferred-head.js?raw';
import errors from './errors.js?raw';
import linkSecret from './link-secret.js?raw';
import paymentReturn from './payment-return.js?raw';
import taps from './taps.js?raw';

const withoutComments = (script: string): string => script.replaceAll(/^\s*(\/\/.*)?\n\s*/gm, '');

/** Inlined into every page; runs before any other script. */
export const EARLY_SCRIPT = [errors, taps, linkSecret, paymentReturn, deferredHead].map(withoutComments).join('');
