import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import { orderNumberIn } from '../../orders/order-number.ts';
import { isAbout } from './event-subject.ts';

const TIMEOUT_MS = 300_000;

/** Runs a transaction that may scan whole tables; this tool's other statements are limited to five seconds. */
export const withTime = <T>(prisma: PrismaClient, work: (db: Db) => Promise<T>): Promise<T> =>
  prisma.$transaction(
    async (db) => {
      await db.$executeRawUnsafe(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
      return work(db);
    },
    { timeout: TIMEOUT_MS, maxWait: 10_000 },
  );

/** Everything that belongs to the person behind an address, by id. */
export interface Person {
  readonly email: string;
  readonly sessionIds: string[];
  readonly checkoutIds: string[];
  readonly orderIds: string[];
  readonly orderNumbers: string[];
  readonly eventIds: string[];
  /** Withdrawals that match no order, declared with one of the addresses or order numbers. */
  readonly declarationIds: string[];
  /** Requests for the first step, by these sessions or for this address. */
  readonly firstStepIds: string[];
  /** Hashes of those of the addresses that are stopped. */
  readonly stopHashes: string[];
  /**
   * The requested address, and every other address of the sessions that paid. An address that was only typed in a
   * session that did not pay proves nothing: it may be somebody else's.
   */
  readonly addresses: string[];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * A browser session is one person: if the address was given anywhere in a session, all of that session is theirs, even
 * an order that went to another address (mostly a corrected one).
 */
const sessionsOf = async (db: Db, email: string): Promise<string[]> =>
  idsOf(
    await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.sessions WHERE lower(email) = lower(${email})
    UNION SELECT session_id FROM funnel.checkouts WHERE lower(email) = lower(${email})
    UNION SELECT session_id FROM funnel.orders WHERE lower(${email}) IN (lower(email), lower(funnel_email), lower(form_email))
    UNION SELECT bought.session_id FROM funnel.courses AS course JOIN funnel.orders AS bought ON bought.id = course.order_id
      WHERE lower(course.email) = lower(${email})`,
  );

/**
 * A session that requested the first step for this address and has another by now is not this person's; the request is.
 */
const firstStepsOf = async (db: Db, email: string, sessionIds: string[]): Promise<string[]> =>
  idsOf(
    await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.first_steps WHERE session_id = ANY (${sessionIds}::text[]) OR lower(email) = lower(${email})`,
  );

const paidAddresses = async (db: Db, email: string, sessionIds: string[]): Promise<string[]> => {
  const rows = await db.$queryRaw<{ email: string }[]>`
    WITH bought AS (SELECT id, session_id, email, funnel_email, form_email FROM funnel.orders WHERE session_id = ANY (${sessionIds}::text[]))
    SELECT given.email FROM bought CROSS JOIN LATERAL unnest(ARRAY[bought.email, bought.funnel_email, bought.form_email]) AS given (email) WHERE given.email IS NOT NULL
    UNION SELECT email FROM funnel.sessions WHERE id IN (SELECT session_id FROM bought) AND email IS NOT NULL
    UNION SELECT email FROM funnel.checkouts WHERE session_id IN (SELECT session_id FROM bought) AND email IS NOT NULL
    UNION SELECT course.email FROM funnel.courses AS course JOIN bought ON bought.id = course.order_id`;
  return [...new Set([email, ...rows.map((row) => row.email)])];
};

const declarationsOf = async (
  db: Db,
  addresses: readonly string[],
  orderNumbers: readonly string[],
): Promise<string[]> => {
  const [known, numbers] = [new Set(addresses.map((address) => address.toLowerCase())), new Set(orderNumbers)];
  const declared = await db.withdrawal.findMany({ where: { orderId: null }, select: { id: true, reference: true } });
  return idsOf(
    declared.filter(
      ({ reference }) => known.has(reference.toLowerCase()) || numbers.has(orderNumberIn(reference) ?? ''),
    ),
  );
};

const stopsOf = async (db: Db, addresses: readonly string[]): Promise<string[]> => {
  const stops = await db.$queryRaw<{ hash: string }[]>`
    SELECT address_hash AS hash FROM funnel.stopped_addresses
    WHERE lower(address) = ANY (${addresses.map((address) => address.toLowerCase())}::text[])`;
  return stops.map(({ hash }) => hash);
};

interface PersonIds {
  readonly checkoutIds: string[];
  readonly orderIds: string[];
  readonly addresses: readonly string[];
}

/** Returns the ids by which the provider's events name these checkouts and payments. */
const providerIds = async (db: Db, { checkoutIds, orderIds }: PersonIds): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT provider_session_id AS id FROM funnel.checkouts WHERE id = ANY (${checkoutIds}::uuid[]) AND provider_session_id IS NOT NULL
    UNION SELECT provider_payment_id FROM funnel.orders WHERE id = ANY (${orderIds}::uuid[]) AND provider_payment_id IS NOT NULL`;
  return [...checkoutIds, ...idsOf(rows)];
};

interface Candidate {
  readonly id: string;
  readonly payload: string;
  readonly isLinked: boolean;
}

/** Returns the forms that a text may have in a payload: JSON may write it with escapes. */
const spellings = (text: string): string[] =>
  [text, JSON.stringify(text).slice(1, -1)].map((spelling) => spelling.toLowerCase());

const eventsOf = async (db: Db, personIds: PersonIds): Promise<string[]> => {
  const { checkoutIds, orderIds, addresses } = personIds;
  const ids = await providerIds(db, personIds);
  const parts = [...ids, ...addresses].flatMap(spellings);
  const found = await db.$queryRaw<Candidate[]>`
    WITH event AS (
      SELECT id, payload, received_at, coalesce(checkout_id = ANY (${checkoutIds}::uuid[]), false)
        OR coalesce(payment_id IN (SELECT provider_payment_id FROM funnel.orders WHERE id = ANY (${orderIds}::uuid[])), false) AS linked
      FROM funnel.payment_events)
    SELECT id, payload, linked AS "isLinked" FROM event
    WHERE linked OR EXISTS (SELECT 1 FROM unnest(${parts}::text[]) AS one WHERE strpos(lower(payload), one) > 0)
    ORDER BY received_at`;
  return idsOf(found.filter(({ isLinked, payload }) => isLinked || isAbout(payload, { ids, addresses })));
};

/** Finds the person behind an address. Scans the table of payment events, so call it inside `withTime`. */
export async function findPerson(db: Db, address: string): Promise<Person> {
  const email = address.trim();
  const sessionIds = await sessionsOf(db, email);
  const [addresses, checkouts, orders] = [
    await paidAddresses(db, email, sessionIds),
    await db.checkout.findMany({ where: { sessionId: { in: sessionIds } }, select: { id: true } }),
    await db.order.findMany({ where: { sessionId: { in: sessionIds } }, select: { id: true, number: true } }),
  ];
  const [checkoutIds, orderIds] = [idsOf(checkouts), idsOf(orders)];
  const orderNumbers = orders.map(({ number }) => number);
  return {
    email,
    sessionIds,
    checkoutIds,
    orderIds,
    orderNumbers,
    addresses,
    firstStepIds: await firstStepsOf(db, email, sessionIds),
    eventIds: await eventsOf(db, { checkoutIds, orderIds, addresses }),
    declarationIds: await declarationsOf(db, addresses, orderNumbers),
    stopHashes: await stopsOf(db, addresses),
  };
}

export const isKnown = ({ sessionIds, eventIds, declarationIds, firstStepIds, stopHashes }: Person): boolean =>
  [sessionIds, eventIds, declarationIds, firstStepIds, stopHashes].some((ids) => ids.length > 0);
