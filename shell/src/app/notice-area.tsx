import { notify } from '@course/platform';
import { noticeAtom, store, useShared } from '@course/platform/host';
import * as Toast from '@radix-ui/react-toast';
import './notice-area.css';
import { mount, useHeightVariable } from './overlay.tsx';

const DURATION_MS = 5_000;
const SWIPE_PX = 50;

/** Shows at most one notice, for 5 s. Swiping right dismisses it, F8 focuses it: section 9 of the specification. */
function NoticeArea() {
  const notice = useShared(noticeAtom);
  const viewport = useHeightVariable<HTMLOListElement>('notice', notice !== null);
  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      {notice && (
        <Toast.Root
          key={notice.id}
          className="notice"
          data-tone={notice.tone}
          onOpenChange={(open) => open || store.set(noticeAtom, null)}
        >
          <Toast.Title className="notice-title">{notice.title}</Toast.Title>
          <Toast.Description>{notice.text}</Toast.Description>
          <Toast.Close className="notice-close" aria-label="Close">
            ×
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={viewport} className="notice-viewport" hotkey={['F8']} />
    </Toast.Provider>
  );
}

export const mountNoticeArea = (container: HTMLElement): void => mount(container, <NoticeArea />);

export const showNotStoredNotice = (): void =>
  notify({
    tone: 'plain',
    title: 'Not kept on this device',
    text: 'This browser does not keep your answers: reloading starts over.',
  });
