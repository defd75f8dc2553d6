import { stonePath } from './stone-path.ts';
import css from './sunrise.module.css';

interface SunriseProps {
  /** Stones on the path: one a day. */
  readonly days?: number;
  /** How many of them are walked already: they glow. */
  readonly walked?: number;
  readonly className?: string | undefined;
}

/** The picture that recurs along the funnel: a path of stones that climbs to a sunrise. Decoration only; fills its box. */
export const Sunrise = ({ days = 28, walked = 0, className }: SunriseProps) => (
  <svg
    viewBox="0 0 360 240"
    preserveAspectRatio="xMidYMax slice"
    className={[css['picture'], className].filter(Boolean).join(' ')}
    aria-hidden="true"
    focusable="false"
  >
    <circle className={css['halo']} cx="212" cy="104" r="84" />
    <circle className={css['glow']} cx="212" cy="104" r="62" />
    <circle className={css['sun']} cx="212" cy="104" r="42" />
    <path className={css['far']} d="M0 112 Q70 74 148 104 T300 96 Q334 90 360 104 V240 H0Z" />
    <path className={css['near']} d="M0 134 Q96 104 210 108 T360 130 V240 H0Z" />
    {stonePath(days).map(({ x, y, rx, ry }, index) => (
      <g key={index}>
        <ellipse className={css['shade']} cx={x} cy={y + ry * 0.45} rx={rx} ry={ry} />
        <ellipse className={index < walked ? css['lit'] : css['stone']} cx={x} cy={y} rx={rx} ry={ry} />
      </g>
    ))}
  </svg>
);
