import '@course/ui/base.css';
import './app/host.css';
import { afterPaint, ensureSession, flushOutbox, onAskConsent } from '@course/platform/host';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { bringWhatIsBehind } from './app/behind.ts';
import { bringDisplayFace } from './app/display-face.ts';
import { showNotices } from './app/notices.tsx';
import { REACT_REPORTS, reportUncaughtErrors } from './remotes/errors.ts';
import { isLoading } from './remotes/load.ts';
import { preloadRemotesAhead } from './remotes/preload.ts';

reportUncaughtErrors(isLoading);
bringWhatIsBehind();

hydrateRoot(document.getElementById('root')!, <App />, REACT_REPORTS);
bringDisplayFace(document.getElementById('root')!).catch(() => {});
showNotices(document.getElementById('notices')!);
// Not before the screen can be used.
afterPaint(() => void ensureSession().then(flushOutbox));
preloadRemotesAhead();
onAskConsent(async (again) => (await import('./consent/consent-bar.tsx')).askConsent(again));
