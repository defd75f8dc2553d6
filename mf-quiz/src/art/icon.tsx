import { DRAWINGS, type IconName } from './drawings.ts';
import css from './icon.module.css';

/** A small drawing beside words that say the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={css['icon']} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    {DRAWINGS[name].map(([tone, path], index) => (
      <path key={index} className={css[tone]} d={path} />
    ))}
  </svg>
);
