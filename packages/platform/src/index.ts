// The API that the shell provides to remotes.
export { saveAnswer, saveEmail, saveName } from './answers.ts';
export { runtimeConfig } from './config.ts';
export { labelsOf, liveFlow, numberOf, pathTo, questionTotal, servedMonth } from './flow.ts';
export { HttpError, read, send } from './http.ts';
export { Link, useDelayedGo, useGo, useLocation, useSearchParams, type GoOptions } from './navigation.tsx';
export { notify, prepareNotices, type Notice } from './notify.ts';
export { allowPixels, changePrivacyChoices, hasPrivacyChoices, track, type PixelEvent } from './pixels/pixels.ts';
// Earlier shells, in which a newer remote may run, export it under this name only.
export { post, resendLostSession as tellLostSession } from './outbox.ts';
export { defineRemote } from './remote.ts';
export { createSession, ensureSession } from './session.ts';
export { startOver } from './start-over.ts';
export { readRaw, writeRaw } from './storage.ts';
export { sharedAtom, store, useShared } from './stored-atom.ts';
// Remotes of contract 1 call `prerenderScreen` by its old name, `readyScreen`.
export { preloadScreen, prerenderScreen, prerenderScreen as readyScreen } from './upcoming-screens.ts';
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
