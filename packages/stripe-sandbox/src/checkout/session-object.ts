import type { Stripe } from 'stripe';
import { newClientSecret, newSessionId } from '../ids.ts';
import type { SessionParams } from '../wire/session-params.ts';
import { totalOf } from './line-items.ts';
import { newAutomaticTax } from './tax.ts';

const DAY_SECONDS = 24 * 60 * 60;

const noAddress = {
  business_name: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
} as const;

/** Returns the payer's details, as far as they are known. */
export const customerDetails = (
  email: string | null,
  name: string | null,
  country: string | null = null,
): Stripe.Checkout.Session.CustomerDetails => ({
  ...noAddress,
  tax_ids: [],
  address: country === null ? null : { city: null, country, line1: null, line2: null, postal_code: null, state: null },
  email,
  name,
});

// Properties of Stripe's object that stay empty for an embedded page with one payment.
const UNUSED = {
  after_expiration: null,
  allowed_payment_method_types: null,
  cancel_url: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer: null,
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  success_url: null,
  url: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

// Settings that Stripe shows on every session, at their defaults.
const DEFAULTS = {
  allow_promotion_codes: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_creation: 'if_required',
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  payment_method_collection: 'if_required',
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  phone_number_collection: { enabled: false },
  redirect_on_completion: 'always',
  shipping_options: [],
} satisfies Partial<Stripe.Checkout.Session>;

/** Returns a new open session as Stripe's API does; `created` in seconds. */
export function newSession(params: SessionParams, created: number): Stripe.Checkout.Session {
  const { currency, total } = totalOf(params.line_items);
  const id = newSessionId();
  return {
    ...UNUSED,
    ...DEFAULTS,
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: newAutomaticTax(params),
    billing_address_collection: params.billing_address_collection ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: newClientSecret(id),
    created,
    currency,
    customer_details: params.customer_email === undefined ? null : customerDetails(params.customer_email, null),
    customer_email: params.customer_email ?? null,
    expires_at: created + DAY_SECONDS,
    livemode: false,
    metadata: params.metadata ?? {},
    mode: 'payment',
    payment_status: 'unpaid',
    return_url: params.return_url,
    status: 'open',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'embedded_page',
  };
}
