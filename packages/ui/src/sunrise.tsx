import { classes } from './classes.ts';
import { SHADE_TRANSFORM, stoneShapes } from './stones.ts';
import css from './sunrise.module.css';

interface SunriseProps {
  /** Stones on the path: one per day. */
  readonly days?: number;
  /** How many of them have been walked, and are lit. */
  readonly walked?: number;
  readonly className?: string | undefined;
}

/** The funnel's recurring picture: a path of stones that climbs towards a sunrise. Decorative; fills its box. */
export function Sunrise({ days = 28, walked = 0, className }: SunriseProps) {
  const { lit, ahead } = stoneShapes(days, walked);
  return (
    <svg
      viewBox="0 0 360 240"
      preserveAspectRatio="xMidYMax slice"
      className={classes(css['picture'], className)}
      aria-hidden="true"
    >
      <circle className={css['halo']} cx="212" cy="104" r="84" />
      <circle className={css['glow']} cx="212" cy="104" r="62" />
      <circle className={css['sun']} cx="212" cy="104" r="42" />
      <path className={css['far']} d="M0 112 Q70 74 148 104 T300 96 Q334 90 360 104 V240 H0Z" />
      <path className={css['near']} d="M0 134 Q96 104 210 108 T360 130 V240 H0Z" />
      <path className={css['shade']} d={lit + ahead} transform={SHADE_TRANSFORM} />
      <path className={css['ahead']} d={ahead} />
      {lit && <path className={css['lit']} d={lit} />}
    </svg>
  );
}
