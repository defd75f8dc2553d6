import { noticeAtom, onForgetful, onPrepareNotices, store } from '@course/platform/host';

/** Shows notices in a place of its own, beside the screens. Its code is fetched when a screen prepares for one, or with the first. */
export function showNotices(place: HTMLElement): void {
  let mounting: Promise<void> | undefined;
  const load = () => import('./notice-area.tsx');
  const mount = (): void => {
    mounting ??= load()
      .then(({ mountNoticeArea }) => mountNoticeArea(place))
      .catch((error: unknown) => {
        mounting = undefined;
        console.warn('Notices cannot be shown yet:', error);
      });
  };
  store.sub(noticeAtom, mount);
  onPrepareNotices(mount);
  onForgetful(
    () =>
      void load().then(
        ({ tellForgetful }) => tellForgetful(),
        () => {},
      ),
  );
}
