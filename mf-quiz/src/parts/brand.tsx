import { PRODUCT } from '@course/funnel';
import css from './brand.module.css';

/** The product's mark and name, on entry screens. */
export const Brand = () => (
  <header className={css['brand']}>
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path className={css['sun']} d="M5 22a11 11 0 0 1 22 0z" />
      <path className={css['line']} d="M3 24.5h26" />
      <path className={css['ray']} d="M16 5v3M6.5 9l2 2M25.5 9l-2 2" />
    </svg>
    <span className={css['name']}>{PRODUCT.name}</span>
  </header>
);
