import { DRAWINGS, type IconName } from './drawings.ts';
import css from './icon.module.css';

interface IconProps {
  readonly name: IconName;
  /** Sets the size, and may add padding and a background. */
  readonly className: string | undefined;
}

/** A small drawing next to a label that says the same. Hidden from screen readers. */
export const Icon = ({ name, className }: IconProps) => (
  <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
    {DRAWINGS[name].map(([tone, path], index) => (
      <path key={index} className={css[tone]} d={path} />
    ))}
  </svg>
);
