import type { Stripe } from 'stripe';

type Params = Stripe.Checkout.SessionCreateParams;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
type PriceData = NonNullable<LineItem['price_data']>;

/**
 * Returns all keys of a type of the SDK, which is generated from Stripe's public API; an extra or missing key does not
 * compile.
 */
const keysOf = <Shape>(keys: Record<keyof Shape & string, true>): readonly string[] => Object.keys(keys);

const on = true;

const TOP = keysOf<Params>({
  adaptive_pricing: on,
  after_expiration: on,
  allow_promotion_codes: on,
  allowed_payment_method_types: on,
  automatic_tax: on,
  billing_address_collection: on,
  branding_settings: on,
  cancel_url: on,
  client_reference_id: on,
  consent_collection: on,
  currency: on,
  custom_fields: on,
  custom_text: on,
  customer: on,
  customer_account: on,
  customer_creation: on,
  customer_email: on,
  customer_update: on,
  discounts: on,
  excluded_payment_method_types: on,
  expand: on,
  expires_at: on,
  integration_identifier: on,
  invoice_creation: on,
  line_items: on,
  locale: on,
  managed_payments: on,
  metadata: on,
  mode: on,
  name_collection: on,
  optional_items: on,
  origin_context: on,
  payment_intent_data: on,
  payment_method_collection: on,
  payment_method_configuration: on,
  payment_method_data: on,
  payment_method_options: on,
  permissions: on,
  phone_number_collection: on,
  redirect_on_completion: on,
  return_url: on,
  saved_payment_method_options: on,
  setup_intent_data: on,
  shipping_address_collection: on,
  shipping_options: on,
  submit_type: on,
  subscription_data: on,
  success_url: on,
  tax_id_collection: on,
  ui_mode: on,
  wallet_options: on,
});

const NESTED: Readonly<Record<string, readonly string[]>> = {
  line_items: keysOf<LineItem>({
    adjustable_quantity: on,
    metadata: on,
    price: on,
    price_data: on,
    quantity: on,
    tax_rates: on,
  }),
  'line_items.price_data': keysOf<PriceData>({
    currency: on,
    product: on,
    product_data: on,
    recurring: on,
    tax_behavior: on,
    unit_amount: on,
    unit_amount_decimal: on,
  }),
  'line_items.price_data.product_data': keysOf<NonNullable<PriceData['product_data']>>({
    description: on,
    images: on,
    metadata: on,
    name: on,
    tax_code: on,
    tax_details: on,
    unit_label: on,
  }),
  payment_intent_data: keysOf<NonNullable<Params['payment_intent_data']>>({
    application_fee_amount: on,
    capture_method: on,
    description: on,
    metadata: on,
    on_behalf_of: on,
    receipt_email: on,
    setup_future_usage: on,
    shipping: on,
    statement_descriptor: on,
    statement_descriptor_suffix: on,
    transfer_data: on,
    transfer_group: on,
  }),
  automatic_tax: keysOf<NonNullable<Params['automatic_tax']>>({ enabled: on, liability: on }),
  adaptive_pricing: keysOf<NonNullable<Params['adaptive_pricing']>>({ enabled: on }),
};

/** `line_items[0][price_data][currency]` -> `line_items`, `price_data`, `currency`. */
const pathOf = (name: string): string[] =>
  name
    .replaceAll(']', '')
    .split('[')
    .filter((part) => !/^\d+$/.test(part));

/** Returns true if a form field is a parameter of `POST /v1/checkout/sessions`. Any key is allowed under `metadata`. */
export function isPublicParameter(name: string): boolean {
  const path = pathOf(name);
  const steps = path.map((key, depth) => ({ key, parent: path.slice(0, depth).join('.') }));
  return steps.every(({ key, parent }) =>
    parent === '' ? TOP.includes(key) : parent.endsWith('metadata') || (NESTED[parent]?.includes(key) ?? false),
  );
}
