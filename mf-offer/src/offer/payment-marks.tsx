import { OFFER_COPY } from '../flow/sales-copy.ts';
import css from './payment-marks.module.css';

/** The logos of the accepted cards. */
export const PaymentMarks = () => (
  <ul className={css['marks']} aria-label={OFFER_COPY.paymentsTitle}>
    <li>
      <svg viewBox="0 0 48 32" width="48" height="32" role="img" aria-label="Visa">
        <rect width="48" height="32" rx="5" fill="#fff" />
        <path
          d="M20.6 20.6h-2.5l1.6-9.6h2.5zM15.9 11l-2.4 6.6-.3-1.4-.8-4.3s-.1-.9-1.2-.9H7.2v.2s1.2.3 2.7 1.1l2.2 8.3h2.6l4-9.6zM35.9 20.6h2.3l-2-9.6h-2c-.9 0-1.2.7-1.2.7l-3.7 8.9h2.6l.5-1.4h3.2zm-2.8-3.4 1.3-3.6.8 3.6zM29.4 13.3l.4-2.1s-1.1-.4-2.3-.4c-1.3 0-4.3.6-4.3 3.3 0 2.6 3.6 2.6 3.6 3.9 0 1.4-3.2 1.1-4.3.3l-.4 2.2s1.2.6 3 .6 4.5-.9 4.5-3.4c0-2.6-3.6-2.8-3.6-4 0-1.1 2.5-1 3.4-.4z"
          fill="#1434cb"
        />
      </svg>
    </li>
    <li>
      <svg viewBox="0 0 48 32" width="48" height="32" role="img" aria-label="Mastercard">
        <rect width="48" height="32" rx="5" fill="#fff" />
        <circle cx="19" cy="16" r="9" fill="#eb001b" />
        <circle cx="29" cy="16" r="9" fill="#f79e1b" />
        <path d="M24 8.5a9 9 0 0 1 0 15 9 9 0 0 1 0-15z" fill="#ff5f00" />
      </svg>
    </li>
    <li>
      <svg viewBox="0 0 48 32" width="48" height="32" role="img" aria-label="American Express">
        <rect width="48" height="32" rx="5" fill="#016fd0" />
        <text
          x="24"
          y="20.5"
          textAnchor="middle"
          textLength="36"
          lengthAdjust="spacingAndGlyphs"
          fontSize="12"
          fontWeight="800"
          fill="#fff"
        >
          AMEX
        </text>
      </svg>
    </li>
    <li>
      <svg viewBox="0 0 48 32" width="48" height="32" role="img" aria-label="Maestro">
        <rect width="48" height="32" rx="5" fill="#fff" />
        <circle cx="19" cy="16" r="9" fill="#0099df" />
        <circle cx="29" cy="16" r="9" fill="#ed0006" />
        <path d="M24 8.500a9 9 0 0 1 0 15 9 9 0 0 1 0-15z" fill="#6c6bbd" />
      </svg>
    </li>
  </ul>
);
