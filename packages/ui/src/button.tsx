import type { ComponentProps } from 'react';
import css from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one thing to do on a screen. */
  readonly look?: 'main' | 'quiet';
}

export const Button = ({ look = 'main', type = 'button', className, ...rest }: ButtonProps) => (
  <button {...rest} type={type} className={[css['button'], css[look], className].filter(Boolean).join(' ')} />
);
