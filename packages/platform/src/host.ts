// What only the host page uses: it owns the session, the page views, the notices and the configuration.
export { afterPaint } from './after-paint.ts';
export { onForgetful } from './answers.ts';
export { replaceRuntimeConfig, runtimeConfig } from './config.ts';
export { noticeAtom, onPrepareNotices, type Notice } from './notify.ts';
export { flush as flushOutbox } from './outbox.ts';
export { enterPage, followPage } from './page-views.ts';
export { setConsentHandler } from './pixels.ts';
export { setPreloadHandler } from './preload.ts';
export { forgetScreenAhead, useScreenAhead } from './screen-ahead.ts';
export { ensureSession } from './session.ts';
export { store } from './stored-atom.ts';
