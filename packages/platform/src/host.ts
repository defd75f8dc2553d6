// For the host page alone, which owns the session, the page views, the notices and the configuration.
export { afterPaint } from './after-paint.ts';
export { storageUnavailableAtom } from './answers.ts';
export { replaceRuntimeConfig, runtimeConfig } from './config.ts';
export { consentQuestionAtom, type ConsentQuestion } from './pixels/consent.ts';
export { noticeAtom, noticeRequestsAtom, type Notice } from './notify.ts';
export { flush as flushOutbox } from './outbox.ts';
export { pageViewTracker, type PageViewTracker } from './page-views/page-views.ts';
export { ensureSession } from './session.ts';
export { store, useShared } from './stored-atom.ts';
export { clearPrerenderRequest, preloadRequestAtom, usePrerenderRequest } from './upcoming-screens.ts';
