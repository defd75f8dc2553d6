import '@course/ui/base.css';
import './app/host.css';
import { afterPaint, ensureSession, flushOutbox, onAskConsent, runtimeConfig } from '@course/platform/host';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { bringWhatIsBehind } from './app/behind.ts';
import { bringDisplayFace } from './app/display-face.ts';
import { showNotices } from './app/notices.tsx';
import { reportRemoteError, reportUncaughtErrors, sourceOf } from './remotes/errors.ts';
import { preloadRemotesAhead } from './remotes/preload.ts';

reportUncaughtErrors();
bringWhatIsBehind();
const reported = (error: unknown) =>
  reportRemoteError(sourceOf(error instanceof Error ? (error.stack ?? '') : '', runtimeConfig().remotes), error);

hydrateRoot(document.getElementById('root')!, <App />, { onRecoverableError: reported });
bringDisplayFace(document.getElementById('root')!).catch(() => {});
showNotices(document.getElementById('notices')!);
// Not before the screen can be used.
afterPaint(() => void ensureSession().then(flushOutbox));
preloadRemotesAhead();
onAskConsent(async (again) => (await import('./consent/consent-bar.tsx')).askConsent(again));
