import '@course/ui/base.css';
import './app/host.css';
import { isLoading, provideShared, reactReports, reportUncaughtErrors } from '@course/federation/host';
import { afterPaint, ensureSession, flushOutbox, setConsentHandler } from '@course/platform/host';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { bringWhatIsBehind } from './app/behind.ts';
import { bringDisplayFace } from './app/display-face.ts';
import { showNotices } from './app/notices.tsx';
import { preloadRemotesAhead } from './remotes/preload.ts';
import { hostConfig } from './remotes/runtime-config.ts';
import { SHARED } from './remotes/shared.ts';

const pageRemotes = () => hostConfig().remotes;

reportUncaughtErrors(pageRemotes, isLoading);
provideShared(SHARED);
bringWhatIsBehind();

hydrateRoot(document.getElementById('root')!, <App />, reactReports(pageRemotes));
bringDisplayFace(document.getElementById('root')!).catch(() => {});
showNotices(document.getElementById('notices')!);
// Not before the screen can be used.
afterPaint(() => void ensureSession().then(flushOutbox));
preloadRemotesAhead();
setConsentHandler(async (again) => (await import('./consent/consent-bar.tsx')).askConsent(again));
