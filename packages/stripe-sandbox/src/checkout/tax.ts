import type { Stripe } from 'stripe';
import type { SessionRecord } from '../store/records.ts';
import { invalid } from '../wire/stripe-api-error.ts';
import type { SessionParams } from '../wire/session-params.ts';

/** The card form's countries with their standard rates in percent, as of 2026. No tax is calculated for others. */
const RATES: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  CH: 8.1,
  DE: 19,
  ES: 21,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  PL: 23,
  SE: 25,
  US: 0,
};

export const COUNTRIES: readonly string[] = Object.keys(RATES);

type AutomaticTax = Stripe.Checkout.Session['automatic_tax'];

const OFF: AutomaticTax = { enabled: false, liability: null, provider: null, status: null };

/** Returns `automatic_tax` of a new session: the tax cannot be calculated before the buyer's location is known. */
export const newAutomaticTax = ({ automatic_tax: automaticTax }: SessionParams): AutomaticTax =>
  automaticTax?.enabled
    ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
    : OFF;

/** If tax is to be calculated, throws unless every price includes it. */
export function checkTaxBehavior({ automatic_tax: automaticTax, line_items: lines }: SessionParams): void {
  if (!automaticTax?.enabled) return;
  for (const [index, { price_data: price }] of lines.entries()) {
    const param = `line_items[${index}][price_data][tax_behavior]`;
    if (price.tax_behavior === 'exclusive')
      throw invalid('The sandbox does not support prices that exclude tax; Stripe does.', { param });
    if (price.tax_behavior !== 'inclusive')
      throw invalid('Automatic tax needs a `tax_behavior` of `inclusive` or `exclusive` on every price.', { param });
  }
}

/** Returns the tax in a price that includes it, in the currency's smallest unit. */
const includedTax = (amount: number, country: string): number => {
  const rate = RATES[country] ?? 0;
  return Math.round((amount * rate) / (100 + rate));
};

/**
 * Returns the session with its tax, if the buyer's country is known. The total does not change, because prices include
 * tax.
 */
export function withTax(session: SessionRecord, country: string | null): SessionRecord {
  const { object } = session;
  if (!object.automatic_tax.enabled || country === null) return session;
  const lineItems = session.lineItems.map((line) => ({ ...line, amount_tax: includedTax(line.amount_total, country) }));
  const tax = lineItems.reduce((sum, line) => sum + line.amount_tax, 0);
  return {
    ...session,
    lineItems,
    object: {
      ...object,
      automatic_tax: { ...object.automatic_tax, status: 'complete' },
      total_details: { amount_discount: 0, amount_shipping: 0, ...object.total_details, amount_tax: tax },
    },
  };
}
