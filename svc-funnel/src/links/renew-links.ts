import { queueMail } from '../course/queue-mail.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Task } from '../queue/tasks.ts';
import { renewLink } from './renew-link.ts';
import { ordersOfHash } from './request-hash.ts';

interface RenewDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly linkKeys: readonly string[];
}

/** Ends the reading links of whoever asked and mails new ones, one mail a course. An unknown address: nothing. */
export const renewLinksTask =
  ({ prisma, clock, linkKeys }: RenewDeps): Task<'renew-links'> =>
  async ({ requestHash, purpose }) => {
    const now = clock();
    // All or none: a second try must not end the link that the first one mailed.
    await prisma.$transaction(async (db) => {
      for (const orderId of await ordersOfHash(db, linkKeys, requestHash)) {
        await renewLink(db, linkKeys, { orderId, purpose: 'read' }, now);
        await queueMail(db, { orderId, kind: 'course_link', details: { purpose }, now });
      }
    });
  };
