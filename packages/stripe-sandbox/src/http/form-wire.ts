/** The part of a session that the card form shows. */
export interface Summary {
  status: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  items: string[];
  /** The address given at creation; if null, the form asks for it. */
  email: string | null;
  /** The countries to choose from, if the tax depends on the country; null if it does not. */
  countries: readonly string[] | null;
  /** Where the visitor is sent after payment. */
  returnUrl: string;
}

export type Paid = { status: 'complete' } | { status: 'requires_action'; authentication: string };

/** Messages from the iframe to its page; `source` distinguishes them from others. */
export type FrameMessage =
  | { source: 'stripe-sandbox'; type: 'resize'; height: number }
  | { source: 'stripe-sandbox'; type: 'complete'; returnUrl: string };
