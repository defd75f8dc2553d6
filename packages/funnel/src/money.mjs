/** @typedef {number} Cents Integer cents of one currency, formatted as a decimal for display only. */

/**
 * Returns `$22.40` for 2240 cents.
 * @param {Cents} cents
 */
export const formatUsd = (cents) => `$${(cents / 100).toFixed(2)}`;

/**
 * Returns `$22.40`, or `22.40 EUR` for another currency than US dollars.
 * @param {Cents} cents
 * @param {string} currency
 */
export const formatMoney = (cents, currency) =>
  currency.toLowerCase() === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
