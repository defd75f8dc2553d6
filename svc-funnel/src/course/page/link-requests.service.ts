import { createHash } from 'node:crypto';
import type { RequestLink } from '@course/contracts';
import type { Keys } from '@course/contracts/env';
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
 * Returns the hash that represents a typed address in the queue and in the counters of rate limits, so that a
 * stranger's address is stored nowhere. It is keyed, so that addresses cannot be guessed. 64 hex digits.
 */
export const requestHash = (keys: Keys, email: string): string =>
  createHash('sha256')
    .update(`${prefixOf(keys)}${email.toLowerCase()}`)
    .digest('hex');

const prefixOf = ([key]: Keys): string => `link-request:v1:${key}:`;

/** More orders than any reader has, but few enough mails for one inbox. */
const MAX_ORDERS = 5;

/** Returns the orders whose reader's address has this hash, newest first, without those of erased readers. */
async function ordersOfHash(db: Db, keys: Keys, hash: string): Promise<string[]> {
  const orders = await db.$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM funnel.courses
    WHERE encode(sha256(convert_to(${prefixOf(keys)} || lower(email), 'UTF8')), 'hex') = ${hash} AND stop_reason IS DISTINCT FROM 'erased'
    ORDER BY created_at DESC LIMIT ${MAX_ORDERS}`;
  return orders.map(({ orderId }) => orderId);
}

interface RenewDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly linkKeys: Keys;
}

/**
 * Mails a new link for each course of the address that was typed; opening one ends the earlier ones. Does nothing for
 * an unknown address.
 */
const renewLinksTask =
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

/** Accepts requests for new links. */
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

  /**
   * Does the same work for every address: nothing is looked up before the response, so that neither its content nor its
   * timing reveals who is a customer.
   */
  async request({ email, purpose }: RequestLink): Promise<void> {
    const hash = requestHash(this.env.course.linkKeys, email);
    await this.limiter.consume('newLinkToEmail', hash);
    // A job replaces the queued one with the same key. With the purpose in the key, a request for the refund page does
    // not cancel one for the course.
    const key = `renew-links:${purpose}:${hash}`;
    await enqueue(this.prisma, 'renew-links', { requestHash: hash, purpose }, { key });
  }
}
