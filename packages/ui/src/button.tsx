import type { ComponentProps, MouseEvent } from 'react';
import css from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one thing to do on a screen. */
  readonly look?: 'main' | 'quiet';
  /** What it was pressed for is under way. It does nothing, nor does its form, but keeps the focus, unlike one that is `disabled`. */
  readonly pending?: boolean;
}

// Enter in a field of the form presses the button as well.
const doNothing = (event: MouseEvent): void => event.preventDefault();

export const Button = ({ look = 'main', type = 'button', pending, onClick, className, ...rest }: ButtonProps) => (
  <button
    {...rest}
    {...(pending ? { 'aria-disabled': true, 'aria-busy': true, onClick: doNothing } : { onClick })}
    type={type}
    className={[css['button'], css[look], className].filter(Boolean).join(' ')}
  />
);
