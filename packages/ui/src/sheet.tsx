import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './dialog.module.css';

interface SheetProps {
  /** When false, the sheet stays in the document, hidden, with everything that was typed into it. */
  readonly open: boolean;
  /** Called on Escape, or on a tap outside the sheet. */
  readonly onDismiss: () => void;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Makes the page behind the sheet inert or not. Elements that third parties add to the body stay reachable. */
const setReachable = (reachable: boolean): void => {
  for (const main of document.querySelectorAll<HTMLElement>('main')) main.inert = !reachable;
};

/**
 * A modal dialog that can be hidden without losing its content. Radix's dialog removes its content from the
 * document, and an iframe that is removed loses what was typed into it.
 */
export function Sheet({ open, onDismiss, onClose, title, children }: SheetProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(onDismiss);
  useLayoutEffect(() => {
    if (!open) return;
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss();
    };
    document.addEventListener('keydown', onKeyDown);
    element?.focus();
    setReachable(false);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      setReachable(true);
      if (element?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
    };
  }, [open]);
  return createPortal(
    <div hidden={!open}>
      <div className={css['backdrop']} aria-hidden="true" onClick={onDismiss} />
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
