import deferredHead from './deferred-head.js?raw';
import errors from './errors.js?raw';
import linkSecret from './link-secret.js?raw';
import paymentReturn from './payment-return.js?raw';
import taps from './taps.js?raw';

/** Inlined into every page; runs before any other script. The build minifies each part. */
export const EARLY_SCRIPT = [errors, taps, linkSecret, paymentReturn, deferredHead].join('\n');
