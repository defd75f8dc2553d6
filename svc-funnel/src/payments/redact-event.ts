/** The fields of a payment event's object that bookkeeping and a replay need. All others may be personal data. */
const OBJECT_KEYS = [
  'id',
  'object',
  'livemode',
  'created',
  'status',
  'payment_status',
  'mode',
  'amount',
  'amount_total',
  'amount_subtotal',
  'amount_refunded',
  'amount_captured',
  'currency',
  'payment_intent',
  'charge',
  'refunded',
  'paid',
  'captured',
  'reason',
  'client_reference_id',
] as const;
const EVENT_KEYS = ['id', 'object', 'api_version', 'created', 'livemode', 'type'] as const;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const pick = (from: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.filter((key) => isPlain(from[key]) && key in from).map((key) => [key, from[key]]));

/** Returns the id of an object that may be expanded. */
const idOf = (value: unknown): unknown => (isFields(value) ? value['id'] : value);

const redactObject = (object: unknown): Fields => {
  if (!isFields(object)) return {};
  const flat = { ...object, payment_intent: idOf(object['payment_intent']), charge: idOf(object['charge']) };
  const metadata = isFields(object['metadata']) ? pick(object['metadata'], ['checkout_id']) : undefined;
  return { ...pick(flat, OBJECT_KEYS), ...(metadata && { metadata }) };
};

const parse = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
};

/** Removes personal data from a payment event's payload: only ids, amounts, states and times stay. */
export function redactEvent(payload: string): string {
  const event = parse(payload);
  if (!isFields(event)) return '{}';
  const object = isFields(event['data']) ? event['data']['object'] : undefined;
  return JSON.stringify({ ...pick(event, EVENT_KEYS), data: { object: redactObject(object) }, erased: true });
}
