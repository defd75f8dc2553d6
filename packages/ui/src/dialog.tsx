import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useRef } from 'react';
import css from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Shows a close button in the corner. */
  readonly closable?: boolean;
  readonly size?: 'small' | 'large';
  /** What gets the focus on opening. The title, unlike a control, is not activated by a key that is still held. */
  readonly focusOnOpen?: 'control' | 'title';
}

/**
 * A modal dialog. Its backdrop is a plain element: Radix's own overlay injects a style element, which the
 * Content Security Policy blocks.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  closable = false,
  size = 'small',
  focusOnOpen = 'control',
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusTitle = (event: Event) => {
    event.preventDefault();
    heading.current?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <div className={css['backdrop']} aria-hidden="true" />
        <Radix.Content
          className={`${css['dialog']} ${css[size]}`}
          aria-describedby={undefined}
          {...(focusOnOpen === 'title' && { onOpenAutoFocus: focusTitle })}
        >
          <Radix.Title ref={heading} tabIndex={-1} className={css['title']}>
            {title}
          </Radix.Title>
          {children}
          {closable && (
            <Radix.Close className={css['close']} aria-label="Close">
              <span aria-hidden="true">×</span>
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
