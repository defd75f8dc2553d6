import type { Db } from '../../platform/prisma.ts';

/** Everything that belongs to the person behind an address, by id. */
export interface Person {
  readonly email: string;
  readonly sessionIds: string[];
  readonly checkoutIds: string[];
  readonly orderIds: string[];
  readonly eventIds: string[];
  /** Every spelling of every address that was given in these sessions. */
  readonly addresses: string[];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * A browser session is one person: whoever typed the address in one of its places owns all of that session, an order
 * that went to another address included (a corrected one, mostly).
 */
const sessionsOf = async (db: Db, email: string): Promise<string[]> =>
  idsOf(await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.sessions WHERE lower(email) = lower(${email})
    UNION SELECT session_id FROM funnel.checkouts WHERE lower(email) = lower(${email})
    UNION SELECT session_id FROM funnel.orders WHERE lower(email) = lower(${email})
    UNION SELECT bought.session_id FROM funnel.courses AS course JOIN funnel.orders AS bought ON bought.id = course.order_id
      WHERE lower(course.email) = lower(${email})`);

/** As JSON writes it, too: a payload is kept as it came. */
const spellings = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => [address, JSON.stringify(address).slice(1, -1)]).map((text) => text.toLowerCase());

const eventsOf = async (db: Db, checkoutIds: string[], orderIds: string[], addresses: readonly string[]): Promise<string[]> =>
  idsOf(await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM funnel.payment_events
    WHERE checkout_id = ANY (${checkoutIds}::uuid[])
      OR payment_id IN (SELECT provider_payment_id FROM funnel.orders WHERE id = ANY (${orderIds}::uuid[]))
      OR EXISTS (SELECT 1 FROM unnest(${spellings(addresses)}::text[]) AS one WHERE strpos(lower(payload), one) > 0)
    ORDER BY received_at`);

const addressesIn = async (db: Db, email: string, sessionIds: string[]): Promise<string[]> => {
  const rows = await db.$queryRaw<{ email: string }[]>`
    SELECT email FROM funnel.sessions WHERE id = ANY (${sessionIds}::text[]) AND email IS NOT NULL
    UNION SELECT email FROM funnel.checkouts WHERE session_id = ANY (${sessionIds}::text[]) AND email IS NOT NULL
    UNION SELECT email FROM funnel.orders WHERE session_id = ANY (${sessionIds}::text[])
    UNION SELECT course.email FROM funnel.courses AS course JOIN funnel.orders AS bought ON bought.id = course.order_id
      WHERE bought.session_id = ANY (${sessionIds}::text[])`;
  return [...new Set([email, ...rows.map((row) => row.email)])];
};

/** Looks through whole tables of events: give it a transaction with time. */
export async function findPerson(db: Db, given: string): Promise<Person> {
  const email = given.trim();
  const sessionIds = await sessionsOf(db, email);
  const [addresses, checkouts, orders] = [
    await addressesIn(db, email, sessionIds),
    await db.checkout.findMany({ where: { sessionId: { in: sessionIds } }, select: { id: true } }),
    await db.order.findMany({ where: { sessionId: { in: sessionIds } }, select: { id: true } }),
  ];
  const [checkoutIds, orderIds] = [idsOf(checkouts), idsOf(orders)];
  return { email, sessionIds, checkoutIds, orderIds, addresses, eventIds: await eventsOf(db, checkoutIds, orderIds, addresses) };
}

export const isKnown = ({ sessionIds, eventIds }: Person): boolean => sessionIds.length + eventIds.length > 0;
