import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';

const TIMEOUT_MS = 300_000;

/** A transaction for what looks through whole tables; the service's own statements have five seconds. */
export const withTime = <T>(prisma: PrismaClient, work: (db: Db) => Promise<T>): Promise<T> =>
  prisma.$transaction(
    async (db) => {
      await db.$executeRawUnsafe(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
      return work(db);
    },
    { timeout: TIMEOUT_MS, maxWait: 10_000 },
  );
