import type { SessionParams } from '../wire/session-params.ts';
import { invalid } from '../wire/fault.ts';

type Line = SessionParams['line_items'][number];

export const lineTotal = (line: Line) => line.price_data.unit_amount * line.quantity;

const MINIMUM_CENTS = 50;

/** The session's currency and total in its smallest unit; Stripe takes one currency and no less than $0.50. */
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
