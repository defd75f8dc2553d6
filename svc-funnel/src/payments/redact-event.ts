/** What bookkeeping and a replay need of a payment event's object. Everything else may be about a person. */
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

/** An expanded object, as its id. */
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

/** A payment event's payload without anything about a person: ids, amounts, states and times stay. */
export function redactEvent(payload: string): string {
  const event = parse(payload);
  if (!isFields(event)) return '{}';
  const object = isFields(event['data']) ? event['data']['object'] : undefined;
  return JSON.stringify({ ...pick(event, EVENT_KEYS), data: { object: redactObject(object) }, erased: true });
}
