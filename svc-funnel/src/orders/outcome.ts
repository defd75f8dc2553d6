/**
 * What an update changed. `refused`: it contradicts what we know, and a human has to look into it. `unknown_checkout`:
 * the checkout is not ours, or its order does not exist yet.
 */
export type Outcome = { readonly checkoutId?: string } & (
  | { readonly kind: 'applied' | 'ignored' | 'unknown_checkout'; readonly reason?: string }
  | { readonly kind: 'refused'; readonly reason: string }
);

/** Returns an outcome as columns of its event's row. */
export const outcomeColumns = ({ kind, reason, checkoutId }: Outcome) => ({
  outcome: kind,
  reason: reason ?? null,
  checkoutId: checkoutId ?? null,
});
