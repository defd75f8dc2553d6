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
import { applyDisplayFace, loadDisplayFace } from './display-face.ts';

/** The screen that was last shown; null until the served one is interactive. */
const LastShown = createContext<{ current: symbol | null }>({ current: null });

/** Wraps all screens, so that each can tell whether another was shown before it. */
export const ScreenHistory = ({ children }: { readonly children: ReactNode }) => (
  <LastShown value={useRef<symbol | null>(null)}>{children}</LastShown>
);

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** Runs the effects of showing a screen. */
export function ScreenEffects({ title, children }: Props): ReactNode {
  const lastRef = useContext(LastShown);
  const [self] = useState(() => Symbol(title));
  const navigation = useNavigationType();
  // A jump to a section of the same screen changes the navigation type, but not the screen.
  const beforePaint = useEffectEvent(() => {
    if (lastRef.current !== null && lastRef.current !== self) prepareScreen(navigation !== 'POP');
  });
  useLayoutEffect(() => beforePaint(), []);
  useEffect(() => {
    const before = lastRef.current;
    lastRef.current = self;
    if (before === null) markInteractive();
    else if (before !== self) afterPaint(focusScreen);
  }, [lastRef, self]);
  return (
    <>
      <DocumentTitle title={title} />
      {children}
    </>
  );
}

/** Placed before the screen, whose effects therefore run later and may set a title of its own. */
const DocumentTitle = ({ title }: Pick<Props, 'title'>): null => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
};

function markInteractive(): void {
  performance.mark('interactive');
  document.documentElement.dataset['interactive'] = 'true';
  void replayEarlyTaps();
  afterPaint(() => void loadDisplayFace(document.getElementById('root')!).catch(() => {}));
  startReporting();
}

const namedSection = (): HTMLElement | null => document.getElementById(location.hash.slice(1));

/**
 * Runs before a new screen is painted: scrolls to the section that the address names, or to the top. On back and
 * forward, the browser itself restores the scroll position.
 */
function prepareScreen(isNewEntry: boolean): void {
  applyDisplayFace();
  if (!isNewEntry) return;
  const section = namedSection();
  if (section) section.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
}

/** Moves the focus to the section that the address names, or to the new screen's heading. */
function focusScreen(): void {
  const heading = namedSection() ?? document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

declare global {
  interface Window {
    /** Elements tapped before their screen was interactive; kept by `edge/early/taps.js`, null once replayed. */
    __earlyTaps?: HTMLElement[] | null;
  }
}

/** Repeats the taps that were made before the screen was interactive, in their order. */
async function replayEarlyTaps(): Promise<void> {
  const taps = window.__earlyTaps ?? [];
  window.__earlyTaps = null;
  for (const element of taps) {
    if (element.isConnected) element.click();
    // React commits a tap's changes in a microtask: a second tap on a button that leaves the screen finds it gone.
    await Promise.resolve();
  }
}
