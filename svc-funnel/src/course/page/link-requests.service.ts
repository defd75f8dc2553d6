import { createHash } from 'node:crypto';
import type { RequestLink } from '@course/contracts';
import type { Keys } from '@course/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { type Db, PrismaService } from '../../platform/prisma.ts';
import { RateLimiter } from '../../platform/limits.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import type { Task } from '../../queue/tasks.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { offerLink } from '../links/link-store.ts';
import { REQUESTED_PURPOSES } from '../links/links.ts';

/**
 * What stands for an address that somebody typed: in the queue and in the counters of the limits there is this and never
 * the address, so that a stranger's is stored nowhere. Keyed, so that it cannot be tried out. 64 hex digits.
 */
export const requestHash = (keys: Keys, email: string): string =>
  createHash('sha256')
    .update(`${prefixOf(keys)}${email.toLowerCase()}`)
    .digest('hex');

const prefixOf = ([key]: Keys): string => `link-request:v1:${key}:`;

/** More than anybody has, few enough for one inbox. */
const MOST = 5;

/** The orders whose reader's address has this hash, newest first; those of erased readers are not among them. */
export async function ordersOfHash(db: Db, keys: Keys, hash: string): Promise<string[]> {
  const orders = await db.$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM funnel.courses
    WHERE encode(sha256(convert_to(${prefixOf(keys)} || lower(email), 'UTF8')), 'hex') = ${hash} AND stop_reason IS DISTINCT FROM 'erased'
    ORDER BY created_at DESC LIMIT ${MOST}`;
  return orders.map(({ orderId }) => orderId);
}

interface RenewDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly linkKeys: Keys;
}

/** Mails new links to whoever asked, one mail a course; opening one ends the earlier. An unknown address: nothing. */
export const renewLinksTask =
  ({ prisma, clock, linkKeys }: RenewDeps): Task<'renew-links'> =>
  async ({ requestHash, purpose }) => {
    const now = clock();
    await prisma.$transaction(async (db) => {
      for (const orderId of await ordersOfHash(db, linkKeys, requestHash)) {
        await offerLink(db, linkKeys, { orderId, purpose: REQUESTED_PURPOSES[purpose] }, now);
        await queueMail(db, { orderId, kind: 'course_link', details: { purpose }, now });
      }
    });
  };

/** Takes requests for new links. */
@Injectable()
export class LinkRequestsService implements OnModuleInit {
  constructor(
    private readonly prisma: PrismaService,
    private readonly limiter: RateLimiter,
    private readonly registry: TaskRegistry,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { prisma, clock } = this;
    this.registry.register('renew-links', renewLinksTask({ prisma, clock, linkKeys: this.env.course.linkKeys }));
  }

  /** The same work for every address: nothing is looked up before the answer, so that neither it nor its time tells who is a customer. */
  async request({ email, purpose }: RequestLink): Promise<void> {
    const hash = requestHash(this.env.course.linkKeys, email);
    await this.limiter.consume('newLinkToEmail', hash);
    // A job replaces the one that waits under its key: asking for the refund page must not take the course's link back.
    const key = `renew-links:${purpose}:${hash}`;
    await enqueue(this.prisma, 'renew-links', { requestHash: hash, purpose }, { key });
  }
}
