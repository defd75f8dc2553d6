import { Sunrise } from '@course/ui';
import type { ReactNode } from 'react';
import css from './stage.module.css';

/** The sunrise of an entry screen, with what begins the quiz at the foot of its path. */
export const Stage = ({ children }: { readonly children: ReactNode }) => (
  <div className={css['stage']}>
    <Sunrise className={css['picture']} />
    {children}
  </div>
);
