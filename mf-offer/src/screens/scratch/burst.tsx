import css from './burst.module.css';

/** A sun that bursts once at the win. Decoration only. */
export const Burst = () => (
  <svg className={css['burst']} viewBox="0 0 240 84" aria-hidden="true" focusable="false">
    <path className={css['sun']} d="M84 84a36 36 0 0 1 72 0Z" />
    <path className={css['rays']} d="M120 34V16M88 44L76 29M152 44l12-15M66 66L48 58M174 66l18-8" />
    <path className={css['coral']} d="M28 30l9 4-6 8ZM200 18l10 2-5 8ZM96 4l7 5-8 4Z" />
    <path className={css['teal']} d="M14 62l8-3 2 8ZM216 56l9 5-8 4ZM142 2l6 6-8 2Z" />
    <path className={css['gold']} d="M50 8l4 8-8 1ZM184 38l2 9-8-4ZM226 30l-2 8-6-6Z" />
  </svg>
);
