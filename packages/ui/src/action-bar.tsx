import type { ReactNode } from 'react';
import css from './action-bar.module.css';

/** Keeps the primary action within the thumb's reach while the rest scrolls. */
export const ActionBar = ({ children }: { readonly children: ReactNode }) => (
  <div className={css['bar']}>{children}</div>
);
