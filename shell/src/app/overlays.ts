import {
  consentQuestionAtom,
  noticeAtom,
  noticeRequestsAtom,
  storageUnavailableAtom,
  store,
} from '@course/platform/host';
import { once } from './once.ts';

/**
 * Shows notices and the consent question outside the screens, each in a React root of its own: the screens' tree must
 * match their prerendered HTML. The code is loaded when first needed, or earlier if a screen requests it.
 */
export function showOverlays(noticeContainer: HTMLElement): void {
  const importNotices = () => import('./notice-area.tsx');
  const mountNotices = once(async () => (await importNotices()).mountNoticeArea(noticeContainer), 'Notices');
  store.sub(noticeAtom, mountNotices);
  store.sub(noticeRequestsAtom, mountNotices);
  store.sub(storageUnavailableAtom, () => {
    if (!store.get(storageUnavailableAtom)) return;
    importNotices().then(
      ({ showNotStoredNotice }) => showNotStoredNotice(),
      () => {},
    );
  });
  const mountConsent = once(async () => (await import('./consent-bar.tsx')).mountConsent(), 'The consent question');
  store.sub(consentQuestionAtom, mountConsent);
}
