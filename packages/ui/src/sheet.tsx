import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './dialog.module.css';

interface SheetProps {
  /** Put aside it stays in the document, out of sight, with all that was typed into it. */
  readonly open: boolean;
  /** Escape, or a tap beside it. */
  readonly onAside: () => void;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** The page behind the sheet: out of reach while the sheet is open. What other parties put into the body is not. */
const setReachable = (reachable: boolean): void => {
  for (const main of document.querySelectorAll<HTMLElement>('main')) main.inert = !reachable;
};

/**
 * A modal dialog that can be put aside without losing its content. Radix's takes its content out of the document, and a
 * frame that leaves the document forgets what was typed.
 */
export function Sheet({ open, onAside, onClose, title, children }: SheetProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const aside = useRef(onAside);
  useEffect(() => {
    aside.current = onAside;
  }, [onAside]);
  useLayoutEffect(() => {
    if (!open) return;
    const own = panel.current;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) aside.current();
    };
    document.addEventListener('keydown', press);
    own?.focus();
    setReachable(false);
    return () => {
      document.removeEventListener('keydown', press);
      setReachable(true);
      if (own?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
    };
  }, [open]);
  return createPortal(
    <div hidden={!open}>
      <div className={css['backdrop']} aria-hidden="true" onClick={onAside} />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        data-state={open ? 'open' : 'closed'}
        className={`${css['dialog']} ${css['large']}`}
      >
        <h2 id={titleId} className={css['title']}>
          {title}
        </h2>
        {children}
        <button type="button" className={css['close']} aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </div>,
    document.body,
  );
}
