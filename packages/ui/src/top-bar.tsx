import type { MouseEvent } from 'react';
import { isPlainClick } from './plain-click.ts';
import { markGoingBack } from './screen.tsx';
import css from './top-bar.module.css';

interface TopBarProps {
  /** Target of the back arrow. */
  readonly backHref: string;
  /** Navigates to it without leaving the document. */
  readonly onBack: (href: string) => void;
  /**
   * The question's number and the total; without it no progress is shown. Strings are placeholders in a build's HTML.
   */
  readonly progress?: { readonly number: number | string; readonly total: number | string } | undefined;
}

/** The back arrow, `n / total` and a progress bar. */
export function TopBar({ backHref, onBack, progress }: TopBarProps) {
  const goBack = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    markGoingBack();
    onBack(backHref);
  };
  return (
    <header className={css['bar']}>
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
      {progress && <Progress {...progress} />}
    </header>
  );
}

const Progress = ({ number, total }: NonNullable<TopBarProps['progress']>) => (
  <div className={css['progress']}>
    <span className={css['count']}>{`${number} / ${total}`}</span>
    <progress className={css['line']} value={number} max={total} aria-label={`Question ${number} of ${total}`} />
  </div>
);
