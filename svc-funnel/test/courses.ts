import { query } from './database.ts';
import { testEnv } from './service.ts';
import { parseEnv } from '../src/platform/env.ts';
import { createLogger } from '@course/service-kit';
import { PrismaService } from '../src/platform/prisma.ts';
import { enrol } from '../src/course/enrolment/enrol.ts';
import { anOrder, type AnOrder } from './orders.ts';

/** Returns a client with the service's own role on the tests' database. */
export const aPrisma = (): PrismaService =>
  new PrismaService(parseEnv(testEnv()), createLogger('svc-funnel', 'silent'));

/** Creates an order whose course began at `now`. */
export async function anEnrolled(
  prisma: PrismaService,
  now: Date,
  options: Parameters<typeof anOrder>[0] = {},
): Promise<AnOrder> {
  const order = await anOrder({ paidAt: now, ...options });
  const { course } = parseEnv(testEnv());
  await prisma.$transaction(async (db) =>
    enrol(db, await db.order.findUniqueOrThrow({ where: { id: order.id } }), { now, course }),
  );
  return order;
}

/** Postpones all active courses, so that a test only finds its own ones due. */
export const pauseOthers = (): Promise<unknown> =>
  query(`update funnel.courses set next_due_at = '9999-01-01' where status = 'active'`);
