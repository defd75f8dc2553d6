import type { ReactNode } from 'react';
import css from './screen.module.css';

interface ScreenProps {
  /** Value of `data-screen`: the path without its slash, `root` for `/`. */
  readonly name: string;
  /** `column` is the quiz's 26 rem column; `page` leaves the width to its sections. */
  readonly layout?: 'column' | 'page';
  readonly children: ReactNode;
}

/** The root of every screen. It slides in a short way, from where the visitor is going. */
export const Screen = ({ name, layout = 'column', children }: ScreenProps) => (
  <main
    data-screen={name}
    className={css[layout]}
    onAnimationEnd={(event) => event.target === event.currentTarget && arrived()}
  >
    {children}
  </main>
);

/** Which way the next screen slides in is told by the document's root, for the style sheet. Forwards unless said. */
export const goesBack = (): void => {
  document.documentElement.dataset['travel'] = 'back';
};

const arrived = (): void => {
  delete document.documentElement.dataset['travel'];
};
