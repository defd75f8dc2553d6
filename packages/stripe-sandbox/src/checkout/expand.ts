import type { Stripe } from 'stripe';
import type { SessionRecord } from '../store/records.ts';
import { invalid } from '../wire/fault.ts';
import type { SandboxContext } from '../context.ts';

const lineItemsOf = ({ id, lineItems }: SessionRecord) => ({
  object: 'list',
  data: lineItems,
  has_more: false,
  url: `/v1/checkout/sessions/${id}/line_items`,
});

function intentOf({ object }: SessionRecord, context: SandboxContext, withCharge: boolean) {
  const payment =
    typeof object.payment_intent === 'string' ? context.store.get('payment', object.payment_intent) : undefined;
  if (!payment) return null;
  return withCharge ? { ...payment.object, latest_charge: payment.charge } : payment.object;
}

const EXPANSIONS: Readonly<
  Record<string, (record: SessionRecord, context: SandboxContext) => Record<string, unknown>>
> = {
  line_items: (record) => ({ line_items: lineItemsOf(record) }),
  payment_intent: (record, context) => ({ payment_intent: intentOf(record, context, false) }),
  'payment_intent.latest_charge': (record, context) => ({ payment_intent: intentOf(record, context, true) }),
};

/** Throws for properties that cannot be expanded, before anything is changed. */
export function checkExpand(expand: readonly string[] = []): void {
  const unknown = expand.find((name) => !Object.hasOwn(EXPANSIONS, name));
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}

/** Returns the session with the objects that `expand` names in place of their ids. */
export function expandSession(context: SandboxContext, record: SessionRecord, expand: readonly string[] = []) {
  // Sorted, so that a deeper expansion replaces the one that it extends.
  const parts = [...expand].sort().map((name) => EXPANSIONS[name]?.(record, context));
  return Object.assign({}, record.object, ...parts) as Stripe.Checkout.Session;
}
