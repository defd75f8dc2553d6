import { type ReactNode, useEffect, useState } from 'react';
import css from './screen.module.css';

interface ScreenProps {
  /** Value of `data-screen`: the path without its slash, `root` for `/`. */
  readonly name: string;
  /** `column` is the quiz's 26 rem column; `page` leaves the width to its sections. */
  readonly layout?: 'column' | 'page';
  readonly children: ReactNode;
}

/** The root of every screen. It slides in a short way, from where the visitor is going. */
export function Screen({ name, layout = 'column', children }: ScreenProps) {
  // Kept, since a style that changes afterwards would start the animation anew.
  const [travel] = useState(readTravel);
  useEffect(arrived, []);
  return (
    <main data-screen={name} data-travel={travel} className={css[layout]}>
      {children}
    </main>
  );
}

/** Tells the next screen, which another remote may bring, that the visitor goes back. Forwards unless said. */
export const goesBack = (): void => {
  document.documentElement.dataset['travel'] = 'back';
};

const readTravel = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['travel'];

const arrived = (): void => {
  delete document.documentElement.dataset['travel'];
};
