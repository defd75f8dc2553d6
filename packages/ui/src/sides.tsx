import css from './sides.module.css';

/** Calm shapes beside the column where the window is wide. Decoration only. */
export const Sides = () => (
  <div className={css['sides']} aria-hidden="true">
    <svg className={css['left']} viewBox="0 0 320 480" focusable="false">
      <path className={css['far']} d="M0 210 Q120 190 196 290 T320 480 H0Z" />
      <path className={css['near']} d="M0 318 Q110 300 168 384 T250 480 H0Z" />
      <ellipse className={css['stone']} cx="48" cy="440" rx="26" ry="11" />
      <ellipse className={css['stone']} cx="98" cy="408" rx="20" ry="8.5" />
      <ellipse className={css['stone']} cx="84" cy="372" rx="15" ry="6.5" />
      <ellipse className={css['stone']} cx="40" cy="352" rx="11" ry="4.8" />
    </svg>
    <svg className={css['right']} viewBox="0 0 320 480" focusable="false">
      <circle className={css['halo']} cx="250" cy="300" r="150" />
      <circle className={css['sun']} cx="250" cy="300" r="76" />
      <path className={css['far']} d="M320 268 Q190 262 120 356 T0 480 H320Z" />
      <path className={css['near']} d="M320 372 Q226 352 166 416 T92 480 H320Z" />
    </svg>
  </div>
);
