// What the shell lends to remotes.
export { saveAnswer, saveEmail, saveName } from './answers.ts';
export { runtimeConfig } from './config.ts';
export { HttpError, read, send } from './http.ts';
export { Link, useGo, useLocation, useSearchParams, type GoOptions } from './navigation.tsx';
export { notify, prepareNotices, type Notice } from './notify.ts';
export { allowPixels, changePrivacyChoices, hasPrivacyChoices, track, type PixelEvent } from './pixels.ts';
export { preloadScreen } from './preload.ts';
export { defineRemote } from './remote.ts';
// `readyScreen`: its name in remotes that were built before.
export { prerenderScreen, prerenderScreen as readyScreen } from './screen-ahead.ts';
export { servedMonth } from './served-month.ts';
export { createSession, ensureSession } from './session.ts';
export { startOver } from './start-over.ts';
export { readRaw, writeRaw } from './storage.ts';
export { salesPath } from './variant.ts';
export {
  readAnswers,
  readFurthest,
  setFurthest,
  useAnswers,
  useEmail,
  useFurthest,
  useName,
  type StoredAnswers,
} from './visitor.ts';
