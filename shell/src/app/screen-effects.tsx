import { afterPaint } from '@course/platform/host';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigationType } from 'react-router-dom';
import { startReporting } from './page-views.ts';
import { bringDisplayFace, wearDisplayFace } from './display-face.ts';

/** The screen that was shown last; null until the served one is interactive. */
const LastShown = createContext<{ current: symbol | null }>({ current: null });

/** Stands around all screens, so that each knows whether another was shown before it. */
export const ScreenHistory = ({ children }: { readonly children: ReactNode }) => (
  <LastShown value={useRef<symbol | null>(null)}>{children}</LastShown>
);

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What happens when a screen is shown. Renders nothing of its own. */
export function ScreenEffects({ title, children }: Props): ReactNode {
  const lastRef = useContext(LastShown);
  const [self] = useState(() => Symbol(title));
  const navigation = useNavigationType();
  // A jump within a screen changes the kind of navigation, but not the screen.
  const beforePaint = useEffectEvent(() => {
    if (lastRef.current !== null && lastRef.current !== self) showFromTheTop(navigation !== 'POP');
  });
  useLayoutEffect(() => beforePaint(), []);
  useEffect(() => {
    const before = lastRef.current;
    lastRef.current = self;
    if (before === null) markInteractive(title);
    else if (before !== self) afterPaint(() => arriveAt(title));
  }, [lastRef, self, title]);
  return children;
}

function markInteractive(title: string): void {
  document.title = title;
  performance.mark('interactive');
  document.documentElement.dataset['interactive'] = 'true';
  replayEarlyTaps();
  afterPaint(() => void bringDisplayFace(document.getElementById('root')!).catch(() => {}));
  startReporting();
}

/** Before it is painted. On back and forward the browser itself returns to where the visitor was on the page. */
function showFromTheTop(scroll: boolean): void {
  wearDisplayFace();
  if (scroll) scrollTo({ top: 0, behavior: 'instant' });
}

/** Screen readers and the keyboard go on at the section that the address names, or at the new screen's heading. */
function arriveAt(title: string): void {
  document.title = title;
  const heading = document.getElementById(location.hash.slice(1)) ?? document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

declare global {
  interface Window {
    /** Elements tapped before their screen was interactive; kept by `edge/early/taps.js`, null once replayed. */
    __earlyTaps?: HTMLElement[] | null;
  }
}

/** Taps that came before the screen could answer are done now, in their order. */
function replayEarlyTaps(): void {
  const taps = window.__earlyTaps ?? [];
  window.__earlyTaps = null;
  for (const element of taps) if (element.isConnected) element.click();
}
