import type { Stripe } from 'stripe';
import { newId } from '../ids.ts';
import type { SessionParams } from '../wire/session-params.ts';
import { lineTotal } from './money.ts';

type Line = SessionParams['line_items'][number];

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

/** What is bought, as Stripe lists it under `line_items`. */
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
  metadata: line.metadata ?? {},
  price: priceOf(line, created),
  quantity: line.quantity,
});
