import { queueMail } from '../course/queue-mail.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Task } from '../queue/tasks.ts';
import { offerLink } from './renew-link.ts';
import { ordersOfHash } from './request-hash.ts';

interface RenewDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly linkKeys: readonly string[];
}

/** The link that each page asks for. */
export const PURPOSE_OF = { course: 'read', refund: 'refund' } as const;

/** Mails new links to whoever asked, one mail a course; opening one ends the earlier. An unknown address: nothing. */
export const renewLinksTask =
  ({ prisma, clock, linkKeys }: RenewDeps): Task<'renew-links'> =>
  async ({ requestHash, purpose }) => {
    const now = clock();
    await prisma.$transaction(async (db) => {
      for (const orderId of await ordersOfHash(db, linkKeys, requestHash)) {
        await offerLink(db, linkKeys, { orderId, purpose: PURPOSE_OF[purpose] }, now);
        await queueMail(db, { orderId, kind: 'course_link', details: { purpose }, now });
      }
    });
  };
