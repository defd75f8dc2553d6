/** @typedef {number} Cents Integer cents of a currency; converted to a decimal only for display. */

/**
 * Formats 2240 cents as `$22.40`.
 * @param {Cents} cents
 */
export const formatUsd = (cents) => `$${(cents / 100).toFixed(2)}`;

/**
 * Formats 2240 cents as `$22.40`, or in another currency as `22.40 EUR`.
 * @param {Cents} cents
 * @param {string} currency
 */
export const formatMoney = (cents, currency) =>
  currency.toLowerCase() === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
