import { useEffect, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import { wearDisplayFace } from './display-face.ts';
import { replayEarlyTaps } from './early-taps.ts';

let firstScreen = true;

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What happens around every screen once it is interactive. Renders nothing of its own. */
export function ScreenEffects({ title, children }: Props): ReactNode {
  const navigation = useNavigationType();
  useEffect(() => {
    document.title = title;
    if (firstScreen) markInteractive();
    else {
      wearDisplayFace();
      showFromTheTop(navigation !== 'POP');
    }
    firstScreen = false;
    // Once a screen: a jump within it changes the way of navigation, but not the screen.
  }, [title]);
  return children;
}

function markInteractive(): void {
  performance.mark('interactive');
  document.documentElement.dataset['interactive'] = 'true';
  replayEarlyTaps();
}

/**
 * Screen readers and the keyboard go on at the new screen's heading. On back and forward the browser itself
 * returns to where the visitor was on the page.
 */
function showFromTheTop(scroll: boolean): void {
  if (scroll) scrollTo({ top: 0, behavior: 'instant' });
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
