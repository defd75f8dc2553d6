import type { PrismaClient } from '../../generated/prisma/client.ts';
import { orderNumberIn } from '../../orders/order-number.ts';
import { OwnerError } from '../command.ts';
import { plain } from '../text.ts';

/** An id of the database, in lower case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BEGINNING = /^[0-9a-f][0-9a-f-]{7,35}$/;

const withCourse = { course: true } as const;

const idsOf = async (prisma: PrismaClient, reference: string): Promise<string[]> => {
  if (UUID.test(reference)) return [reference];
  // A number may look like the beginning of an id: then both are looked up.
  const beginning = BEGINNING.test(reference) ? `${reference}%` : null;
  const number = orderNumberIn(reference);
  const rows =
    beginning !== null || number !== null
      ? await prisma.$queryRaw<
          { id: string }[]
        >`SELECT id FROM funnel.orders WHERE number = ${number} OR id::text LIKE ${beginning} ORDER BY paid_at DESC`
      : await prisma.$queryRaw<
          { id: string }[]
        >`SELECT id FROM funnel.orders WHERE lower(email) = lower(${reference}) ORDER BY paid_at DESC`;
  return rows.map(({ id }) => id);
};

/** Returns the ids of the orders with this number, id, beginning of an id, or address; the latest first. */
export const findOrderIds = (prisma: PrismaClient, reference: string): Promise<string[]> =>
  idsOf(prisma, reference.trim().toLowerCase());

const numbersOf = async (prisma: PrismaClient, ids: readonly string[]): Promise<string[]> =>
  (
    await prisma.order.findMany({
      where: { id: { in: [...ids] } },
      orderBy: { paidAt: 'desc' },
      select: { number: true },
    })
  ).map(({ number }) => number);

/** Returns the only order that matches, with its course. Throws OwnerError if none or several match. */
export async function findOrder(prisma: PrismaClient, reference: string) {
  const [id, ...others] = await findOrderIds(prisma, reference);
  const order = id === undefined ? null : await prisma.order.findUnique({ where: { id }, include: withCourse });
  if (!order) throw new OwnerError(`There is no order ${JSON.stringify(plain(reference))}.`);
  if (others.length === 0) return order;
  throw new OwnerError(
    `Several orders match. Name one of them by its number:\n${(await numbersOf(prisma, [order.id, ...others])).map((number) => `  ${number}`).join('\n')}`,
  );
}

export type FoundOrder = Awaited<ReturnType<typeof findOrder>>;
