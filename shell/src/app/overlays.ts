import {
  consentQuestionAtom,
  noticeAtom,
  noticeRequestsAtom,
  storageUnavailableAtom,
  store,
} from '@course/platform/host';

/** Returns what runs `start` once; a start that failed is tried again by the next call. */
function once(start: () => Promise<void>, whatFor: string): () => void {
  let started: Promise<void> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      console.warn(`${whatFor} cannot be shown yet:`, error);
    });
  };
}

/**
 * Shows notices and the question of consent beside the screens, each in a React root of its own: the screens' tree must
 * equal their prerendering. Their code is fetched with the first of them, or when a screen asks for it ahead.
 */
export function showOverlays(noticePlace: HTMLElement): void {
  const importNotices = () => import('./notice-area.tsx');
  const mountNotices = once(async () => (await importNotices()).mountNoticeArea(noticePlace), 'Notices');
  store.sub(noticeAtom, mountNotices);
  store.sub(noticeRequestsAtom, mountNotices);
  store.sub(storageUnavailableAtom, () => {
    importNotices().then(
      ({ noticeNotKept }) => noticeNotKept(),
      () => {},
    );
  });
  const mountConsent = once(async () => (await import('./consent-bar.tsx')).mountConsent(), 'The question');
  store.sub(consentQuestionAtom, mountConsent);
}
