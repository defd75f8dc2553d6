import deferredHead from './deferred-head.js?raw';
import errors from './errors.js?raw';
import linkSecret from './link-secret.js?raw';
import taps from './taps.js?raw';

/** Inlined into every page after the screen; runs before any other script. The build minifies each part. */
export const EARLY_SCRIPT = [errors, taps, linkSecret, deferredHead].join('\n');
