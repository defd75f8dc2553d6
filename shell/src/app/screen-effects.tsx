import { useEffect, type ReactNode } from 'react';
import { replayEarlyTaps } from './early-taps.ts';

let firstScreen = true;

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What happens around every screen once it is interactive. Renders nothing of its own. */
export function ScreenEffects({ title, children }: Props): ReactNode {
  useEffect(() => {
    document.title = title;
    if (firstScreen) markInteractive();
    else focusHeading();
    firstScreen = false;
  }, [title]);
  return children;
}

function markInteractive(): void {
  performance.mark('interactive');
  document.documentElement.dataset['interactive'] = 'true';
  replayEarlyTaps();
}

/** Screen readers and the keyboard go on at the new screen's heading. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
