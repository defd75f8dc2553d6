/** What the card form shows of a session. */
export interface Summary {
  status: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  items: string[];
  /** The address given when the session was made; without one the form asks. */
  email: string | null;
  /** Whether the visitor leaves for `returnUrl` once paid. */
  redirect: boolean;
  returnUrl?: string;
}

export type Paid = { status: 'complete' } | { status: 'requires_action'; authentication: string };

/** What the iframe tells the page that holds it; `source` tells it from other messages. */
export type FrameMessage =
  | { source: 'stripe-sandbox'; type: 'resize'; height: number }
  | { source: 'stripe-sandbox'; type: 'complete'; returnUrl?: string };
