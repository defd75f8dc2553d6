import type { Stripe } from 'stripe';
import { invalid } from './fault.ts';
import type { FormHash } from './form.ts';

type Parameter = keyof Stripe.Checkout.SessionCreateParams;

/** Parameters that Stripe knows and the sandbox does not act on: said plainly, so that nobody takes silence for support. */
const UNSPOKEN: readonly Parameter[] = [
  'after_expiration',
  'allowed_payment_method_types',
  'branding_settings',
  'cancel_url',
  'consent_collection',
  'currency',
  'custom_fields',
  'custom_text',
  'customer',
  'customer_account',
  'customer_update',
  'discounts',
  'excluded_payment_method_types',
  'integration_identifier',
  'managed_payments',
  'name_collection',
  'optional_items',
  'origin_context',
  'payment_method_collection',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'permissions',
  'saved_payment_method_options',
  'setup_intent_data',
  'shipping_address_collection',
  'shipping_options',
  'subscription_data',
  'success_url',
  'tax_id_collection',
  'wallet_options',
];

export function refuseUnspoken(form: FormHash): void {
  const found = UNSPOKEN.find((name) => name in form);
  if (found) throw invalid(`The sandbox does not support the parameter ${found}; Stripe does.`, { param: found });
}
