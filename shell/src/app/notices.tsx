import { noticeAtom, store } from '@course/platform/host';

/** Shows notices in a place of its own, beside the screens. Its code is fetched with the first notice. */
export function showNotices(place: HTMLElement): void {
  const unsubscribe = store.sub(noticeAtom, () => {
    unsubscribe();
    void import('./notice-area.tsx').then(({ mountNoticeArea }) => mountNoticeArea(place));
  });
}
