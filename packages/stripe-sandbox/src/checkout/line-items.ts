import type { Stripe } from 'stripe';
import { newId } from '../ids.ts';
import type { SessionParams } from '../wire/session-params.ts';
import { invalid } from '../wire/stripe-api-error.ts';

type Line = SessionParams['line_items'][number];

const lineTotal = (line: Line) => line.price_data.unit_amount * line.quantity;

const priceOf = ({ price_data: data }: Line, created: number): Stripe.Price => ({
  id: newId('price'),
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  created,
  currency: data.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: newId('prod', 14),
  recurring: null,
  tax_behavior: data.tax_behavior ?? 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount: data.unit_amount,
  unit_amount_decimal: null,
});

/** Returns an entry of Stripe's `line_items`. */
export const lineItemOf = (line: Line, created: number): Stripe.LineItem => ({
  id: newId('li'),
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: lineTotal(line),
  amount_tax: 0,
  amount_total: lineTotal(line),
  currency: line.price_data.currency,
  description: line.price_data.product_data.name,
  metadata: {},
  price: priceOf(line, created),
  quantity: line.quantity,
});

const MINIMUM_CENTS = 50;

/** Returns the session's currency and its total in the currency's smallest unit. Stripe requires one currency and at least $0.50. */
export function totalOf(lines: readonly Line[]): { currency: string; total: number } {
  const currencies = new Set(lines.map((line) => line.price_data.currency));
  const [currency = ''] = currencies;
  if (currencies.size > 1) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' });
  }
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    throw invalid(`Invalid currency: ${currency}.`, { param: 'line_items[0][price_data][currency]' });
  }
  const total = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  if (total < MINIMUM_CENTS) {
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: 'amount_too_small',
    });
  }
  return { currency, total };
}
