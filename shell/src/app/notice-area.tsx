import { notify } from '@course/platform';
import { noticeAtom, store, useShared } from '@course/platform/host';
import * as Toast from '@radix-ui/react-toast';
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import './notice-area.css';

const DURATION_MS = 5_000;
const SWIPE_PX = 50;

/** Tells the page how much room the notice takes at its upper edge. */
function useRoom(shown: boolean) {
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const watch = new ResizeObserver(() =>
      page.setProperty('--notice-height', `${viewport.current?.offsetHeight ?? 0}px`),
    );
    if (shown && viewport.current) watch.observe(viewport.current);
    return () => {
      watch.disconnect();
      page.removeProperty('--notice-height');
    };
  }, [shown]);
  return viewport;
}

/** At most one notice, 5 s, swipe right to dismiss, F8 moves the focus here: section 9 of the specification. */
function NoticeArea() {
  const notice = useShared(noticeAtom);
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
      <Toast.Viewport ref={useRoom(notice !== null)} className="notice-viewport" hotkey={['F8']} />
    </Toast.Provider>
  );
}

export const mountNoticeArea = (place: HTMLElement): void =>
  createRoot(place).render(
    <StrictMode>
      <NoticeArea />
    </StrictMode>,
  );

export const noticeNotKept = (): void =>
  notify({
    tone: 'plain',
    title: 'Not kept on this device',
    text: 'This browser does not keep your answers: reloading starts over.',
  });
