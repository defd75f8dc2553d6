/** What became of a fact. `refused`: it does not fit what we know, and a human has to look. */
export type Outcome =
  | { readonly is: 'applied' | 'ignored'; readonly checkoutId: string; readonly reason?: string }
  /** None of ours, or one whose order does not exist yet. */
  | { readonly is: 'unknown_checkout'; readonly reason?: string }
  | { readonly is: 'refused'; readonly checkoutId: string; readonly reason: string };
