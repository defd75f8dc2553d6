import type { ComponentProps, MouseEvent } from 'react';
import css from './button.module.css';
import { classes } from './classes.ts';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is a screen's primary action. */
  readonly look?: 'main' | 'quiet';
  /**
   * True while its action is running. It then neither acts nor submits its form, but keeps the focus, unlike a
   * `disabled` button.
   */
  readonly pending?: boolean;
}

// Pressing Enter in a form field clicks the button too.
const doNothing = (event: MouseEvent): void => event.preventDefault();

export const Button = ({ look = 'main', type = 'button', pending, onClick, className, ...rest }: ButtonProps) => (
  <button
    {...rest}
    {...(pending ? { 'aria-disabled': true, 'aria-busy': true, onClick: doNothing } : { onClick })}
    type={type}
    className={classes(css['button'], css[look], className)}
  />
);
