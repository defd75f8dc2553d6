import { SCRATCH_COPY } from '@course/funnel';
import { Button } from '@course/ui';
import { Burst } from './burst.tsx';
import css from './scratch-screen.module.css';

/** What was won, and the one thing to do about it. */
export const WinPanel = ({ onClaim }: { readonly onClaim: () => void }) => (
  <div className={css['win']}>
    <Burst />
    <p className={css['winText']}>{SCRATCH_COPY.win.text}</p>
    <p className={css['winNote']}>{SCRATCH_COPY.win.note}</p>
    <Button onClick={onClaim}>{SCRATCH_COPY.win.button}</Button>
  </div>
);
