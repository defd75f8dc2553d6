/** Integer cents of one currency. Becomes a decimal only on a screen. */
export type Cents = number;

/** `2240` -> `$22.40`. */
export const formatUsd = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`;

/** `$22.40`; another currency with its code: `22.40 EUR`. */
export const formatMoney = (cents: Cents, currency: string): string =>
  currency.toLowerCase() === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
