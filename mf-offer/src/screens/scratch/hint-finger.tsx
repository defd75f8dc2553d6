import css from './scratch-card.module.css';

/** Shows where to rub, until the first rub. */
export const HintFinger = () => (
  <svg className={css['hint']} data-hint="finger" viewBox="0 0 48 56" width="48" height="56" aria-hidden="true">
    <path
      d="M18 52c-6-3-10-11-13-17-2-4 2-7 6-4l5 5V9a5 5 0 0 1 10 0v15c5-1 16 1 16 9 0 9-2 15-6 19z"
      fill="#fff"
      stroke="#1c1b29"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
    <path d="M26 24v7M32 26v6M38 28v5" stroke="#1c1b29" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
