import type { PrismaClient } from '../../generated/prisma/client.ts';
import { orderNumberIn } from '../../orders/order-number.ts';
import { OwnerError } from '../command.ts';
import { plain } from '../text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BEGINNING = /^[0-9a-f][0-9a-f-]{7,35}$/;

const withCourse = { course: true } as const;

const idsOf = async (prisma: PrismaClient, given: string): Promise<string[]> => {
  if (UUID.test(given)) return [given];
  // A number may look like the beginning of an id: then both are meant.
  const beginning = BEGINNING.test(given) ? `${given}%` : null;
  const number = orderNumberIn(given);
  const rows =
    beginning !== null || number !== null
      ? await prisma.$queryRaw<
          { id: string }[]
        >`SELECT id FROM funnel.orders WHERE number = ${number} OR id::text LIKE ${beginning} ORDER BY paid_at DESC`
      : await prisma.$queryRaw<
          { id: string }[]
        >`SELECT id FROM funnel.orders WHERE lower(email) = lower(${given}) ORDER BY paid_at DESC`;
  return rows.map(({ id }) => id);
};

/** Ids of the orders that a number, an id, the beginning of one, or an address names; the latest first. */
export const findOrderIds = (prisma: PrismaClient, given: string): Promise<string[]> =>
  idsOf(prisma, given.trim().toLowerCase());

const numbersOf = async (prisma: PrismaClient, ids: readonly string[]): Promise<string[]> =>
  (
    await prisma.order.findMany({
      where: { id: { in: [...ids] } },
      orderBy: { paidAt: 'desc' },
      select: { number: true },
    })
  ).map(({ number }) => number);

/** The one order that is meant, with its course. Throws OwnerError when there is none, or more than one. */
export async function findOrder(prisma: PrismaClient, given: string) {
  const [id, ...others] = await findOrderIds(prisma, given);
  const order = id === undefined ? null : await prisma.order.findUnique({ where: { id }, include: withCourse });
  if (!order) throw new OwnerError(`There is no order ${JSON.stringify(plain(given))}.`);
  if (others.length === 0) return order;
  throw new OwnerError(
    `Several orders are meant. Name one of them by its number:\n${(await numbersOf(prisma, [order.id, ...others])).map((one) => `  ${one}`).join('\n')}`,
  );
}

export type FoundOrder = Awaited<ReturnType<typeof findOrder>>;
