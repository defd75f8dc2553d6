import { SALES_COPY } from '@course/funnel';
import { Sunrise } from '@course/ui';
import css from './sales.module.css';

/** On the left a flat path under a cloud; on the right stones that climb to the sun. */
export const ComparisonPicture = () => (
  <div className={css['pictures']} role="img" aria-label={SALES_COPY.comparison.label}>
    <Cloudy />
    <Sunrise days={14} walked={14} />
  </div>
);

const Cloudy = () => (
  <svg viewBox="0 0 360 240" className={css['cloudy']} aria-hidden="true" focusable="false">
    <path d="M118 78a34 34 0 0 1 66-8 25 25 0 0 1 42 17 19 19 0 0 1-4 38H128a24 24 0 0 1-10-47z" fill="#cfc6b8" />
    <path d="M0 150Q100 138 190 150T360 148V240H0Z" fill="#ddd5c8" />
    <path d="M0 176Q110 164 220 174T360 170V240H0Z" fill="#a39a8b" />
    {[52, 112, 172, 232, 292].map((x) => (
      <ellipse key={x} cx={x} cy="206" rx="17" ry="7" fill="#d5ccbf" />
    ))}
  </svg>
);
