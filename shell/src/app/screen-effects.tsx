import { afterPaint } from '@course/platform/host';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import { wearDisplayFace } from './display-face.ts';
import { replayEarlyTaps } from './early-taps.ts';

let firstScreen = true;

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What happens around every screen. Renders nothing of its own. */
export function ScreenEffects({ title, children }: Props): ReactNode {
  const navigation = useNavigationType();
  // Once a screen: a jump within it changes the way of navigation, but not the screen.
  useLayoutEffect(() => {
    if (!firstScreen) showFromTheTop(navigation !== 'POP');
  }, [title]);
  useEffect(() => {
    if (firstScreen) markInteractive(title);
    else afterPaint(() => arriveAt(title));
    firstScreen = false;
  }, [title]);
  return children;
}

function markInteractive(title: string): void {
  document.title = title;
  performance.mark('interactive');
  document.documentElement.dataset['interactive'] = 'true';
  replayEarlyTaps();
}

/** Before it is painted. On back and forward the browser itself returns to where the visitor was on the page. */
function showFromTheTop(scroll: boolean): void {
  wearDisplayFace();
  if (scroll) scrollTo({ top: 0, behavior: 'instant' });
}

/** Screen readers and the keyboard go on at the new screen's heading. */
function arriveAt(title: string): void {
  document.title = title;
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
