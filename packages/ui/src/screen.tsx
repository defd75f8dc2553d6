import { type ReactNode, useEffect, useState } from 'react';
import css from './screen.module.css';
import { useServed } from './use-hydrated.ts';

interface ScreenProps {
  /** Value of `data-screen`: the path without its slash, `root` for `/`. */
  readonly name: string;
  /** `column` is the quiz's 26 rem column; `page` leaves the width to its sections. */
  readonly layout?: 'column' | 'page';
  readonly children: ReactNode;
}

/**
 * The root of every screen. It slides in a short distance, from the side that the visitor is moving towards; a page's
 * first screen, which the visitor did not move to, stands still.
 */
export function Screen({ name, layout = 'column', children }: ScreenProps) {
  const isFirst = useServed();
  // Kept in state: changing the attribute later would restart the animation.
  const [travel] = useState(isFirst ? undefined : readTravel);
  useEffect(clearTravel, []);
  return (
    <main data-screen={name} data-travel={travel} className={css[layout]}>
      {children}
    </main>
  );
}

/**
 * Marks the next navigation as going back, for a next screen that may belong to another remote. The default is forward.
 */
export const markGoingBack = (): void => {
  document.documentElement.dataset['travel'] = 'back';
};

const readTravel = (): string => document.documentElement.dataset['travel'] ?? 'forward';

const clearTravel = (): void => {
  delete document.documentElement.dataset['travel'];
};
