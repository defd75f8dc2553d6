import type { MouseEvent } from 'react';
import { goesBack } from './screen.tsx';
import css from './top-bar.module.css';

interface TopBarProps {
  /** Where the back arrow leads; none shows no arrow. */
  readonly backHref?: string | undefined;
  /** Goes there without leaving the document. */
  readonly onBack?: (href: string) => void;
  /** The question's number; none shows no progress. */
  readonly number?: number | string | null;
  /** A placeholder while a build renders the screen. */
  readonly total?: number | string;
}

const isPlain = (event: MouseEvent): boolean => !(event.metaKey || event.ctrlKey || event.shiftKey || event.button);

/** Back arrow, n / total and bar. */
export function TopBar({ backHref, onBack, number, total = 20 }: TopBarProps) {
  const goBack = (event: MouseEvent) => {
    if (!backHref || !onBack || !isPlain(event)) return;
    event.preventDefault();
    goesBack();
    onBack(backHref);
  };
  return (
    <header className={css['bar']}>
      {backHref && (
        <a href={backHref} onClick={goBack} className={css['back']} aria-label="Back">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path
              d="M15 5l-7 7 7 7"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </a>
      )}
      {number != null && (
        <div className={css['progress']}>
          <span className={css['count']}>{`${number} / ${total}`}</span>
          <progress className={css['line']} value={number} max={total} aria-label={`Question ${number} of ${total}`} />
        </div>
      )}
    </header>
  );
}
