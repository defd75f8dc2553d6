/** @typedef {number} Cents Integer cents of one currency. Becomes a decimal only on a screen. */

/**
 * `2240` -> `$22.40`.
 * @param {Cents} cents
 */
export const formatUsd = (cents) => `$${(cents / 100).toFixed(2)}`;

/**
 * `$22.40`; another currency with its code: `22.40 EUR`.
 * @param {Cents} cents
 * @param {string} currency
 */
export const formatMoney = (cents, currency) =>
  currency.toLowerCase() === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
