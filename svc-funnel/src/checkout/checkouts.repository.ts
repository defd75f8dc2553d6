import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Checkout } from '../generated/prisma/client.ts';
import { type CheckoutStatus, closeCheckouts, nextReconcileTime, PAYABLE } from '../orders/checkout-status.ts';
import type { OpenedCheckout } from '../payments/payment-provider.ts';
import { PrismaService } from '../platform/prisma.ts';
import type { Quote } from './quote.ts';

/** What the visitor agreed to and when, and the course plan shown. */
export type Terms = Pick<Checkout, 'termsVersion' | 'termsAcceptedAt' | 'askedToBeginAt' | 'timeZone' | 'planVersion'>;
export type NewCheckout = Quote & Terms & Pick<Checkout, 'sessionId' | 'livemode' | 'createdAt'>;

const BOUGHT: CheckoutStatus[] = ['processing', 'paid'];

@Injectable()
export class CheckoutsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the session's only checkout that is open or being opened. */
  findPayable(sessionId: string): Promise<Checkout | null> {
    return this.prisma.checkout.findFirst({ where: { sessionId, status: { in: PAYABLE } } });
  }

  findByProviderId(sessionId: string, providerSessionId: string): Promise<Checkout | null> {
    return this.prisma.checkout.findFirst({ where: { sessionId, providerSessionId, session: { releasedAt: null } } });
  }

  get(id: string): Promise<Checkout> {
    return this.prisma.checkout.findUniqueOrThrow({ where: { id } });
  }

  /** Returns true if the session has paid, or has a payment in progress. */
  async hasBought(sessionId: string): Promise<boolean> {
    const found = await this.prisma.checkout.findFirst({
      where: { sessionId, status: { in: BOUGHT } },
      select: { id: true },
    });
    return found !== null;
  }

  /**
   * Returns true if a payment of this session is disputed: according to the Refund page, further purchases are then
   * declined. Not looked up by address, which anybody can type: the result would reveal whether somebody else disputed
   * a payment.
   */
  async hasDisputed(sessionId: string): Promise<boolean> {
    const found = await this.prisma.order.findFirst({ where: { sessionId, status: 'disputed' }, select: { id: true } });
    return found !== null;
  }

  /** Returns null if another process opened one for this session in the meantime. */
  async insert(checkout: NewCheckout): Promise<Checkout | null> {
    const id = randomUUID();
    const { count } = await this.prisma.checkout.createMany({
      data: [
        {
          id,
          status: 'creating',
          ...checkout,
          nextReconcileAt: nextReconcileTime(checkout.createdAt, checkout.createdAt),
        },
      ],
      skipDuplicates: true,
    });
    return count === 1 ? this.get(id) : null;
  }

  /** Returns false if the checkout is no longer being opened. */
  async markOpen(id: string, opened: OpenedCheckout): Promise<boolean> {
    const { count } = await this.prisma.checkout.updateMany({
      where: { id, status: 'creating' },
      data: { ...opened, status: 'open' },
    });
    return count === 1;
  }

  /** Closes a checkout that can no longer be paid. */
  close(id: string, status: 'failed' | 'expired'): Promise<void> {
    return closeCheckouts(this.prisma, [id], status);
  }

  /** Closes a checkout that the provider does not know: one in its keys' other mode, or of another account. */
  async closeUnknown(id: string): Promise<void> {
    await this.close(id, 'expired');
    await this.prisma.checkout.updateMany({
      where: { id, status: 'processing' },
      data: { status: 'failed', nextReconcileAt: null },
    });
  }

  async keepTerms(id: string, terms: Terms): Promise<void> {
    await this.prisma.checkout.updateMany({ where: { id, status: { in: PAYABLE } }, data: terms });
  }

  /**
   * Takes up to `limit` checkouts that are due to be reconciled, and sets when they are due again, so that no checkout
   * is forgotten when a process dies, or reconciled twice when several processes run.
   */
  async takeDue(now: Date, limit: number): Promise<Checkout[]> {
    return this.prisma.$transaction(async (db) => {
      const due = await db.$queryRaw<{ id: string; createdAt: Date }[]>`
        SELECT id, created_at AS "createdAt" FROM funnel.checkouts
        WHERE next_reconcile_at <= ${now} ORDER BY next_reconcile_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
      for (const { id, createdAt } of due)
        await db.checkout.update({ where: { id }, data: { nextReconcileAt: nextReconcileTime(createdAt, now) } });
      return db.checkout.findMany({ where: { id: { in: due.map(({ id }) => id) } } });
    });
  }

  /** Makes these due again at `at`, unless they are settled. */
  async postpone(ids: readonly string[], at: Date): Promise<void> {
    await this.prisma.checkout.updateMany({
      where: { id: { in: [...ids] }, nextReconcileAt: { not: null } },
      data: { nextReconcileAt: at },
    });
  }
}
