import type { ComponentProps } from 'react';
import css from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one thing to do on a screen. */
  readonly look?: 'main' | 'quiet';
  /** What it was pressed for is under way. It does nothing, but keeps the focus, unlike one that is `disabled`. */
  readonly pending?: boolean;
}

export const Button = ({ look = 'main', type = 'button', pending, onClick, className, ...rest }: ButtonProps) => (
  <button
    {...rest}
    {...(pending ? { 'aria-disabled': true, 'aria-busy': true } : { onClick })}
    type={type}
    className={[css['button'], css[look], className].filter(Boolean).join(' ')}
  />
);
