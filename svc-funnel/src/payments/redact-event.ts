import { type PaymentEvent, Prisma } from '../generated/prisma/client.ts';
import { parseJson } from '../platform/parse-json.ts';
import type { Db } from '../platform/prisma.ts';

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

/**
 * True for events whose payload `redactEvent` has not processed; its result ends in this marker. The index of whole
 * events has the same condition, and is used only while this one is the same, without parameters.
 */
export const NOT_REDACTED = Prisma.sql`payload NOT LIKE '%"erased":true}'`;

/** Removes personal data from a payment event's payload: only ids, amounts, states and times stay. */
export function redactEvent(payload: string): string {
  const event = parseJson(payload);
  if (!isFields(event)) return JSON.stringify({ erased: true });
  const object = isFields(event['data']) ? event['data']['object'] : undefined;
  return JSON.stringify({ ...pick(event, EVENT_KEYS), data: { object: redactObject(object) }, erased: true });
}

export type StoredPayload = Pick<PaymentEvent, 'id' | 'payload'>;

/** Redacts a stored event. Not async, so that the query can also be passed to `$transaction`. */
export const redactStored = (db: Db, { id, payload }: StoredPayload): Prisma.PrismaPromise<PaymentEvent> =>
  db.paymentEvent.update({ where: { id }, data: { payload: redactEvent(payload) } });
