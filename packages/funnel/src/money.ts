/** Integer cents of one currency. Becomes a decimal only on a screen. */
export type Cents = number;

/** `2240` -> `$22.40`. */
export const formatUsd = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`;
