import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Checkout } from '../generated/prisma/client.ts';
import type { OpenedCheckout } from '../payments/payment-provider.ts';
import { PrismaService } from '../platform/prisma.ts';
import type { CheckoutStatus } from './checkout-status.ts';
import type { Choice } from './choice.ts';

/** What the visitor agreed to, and when. */
export type Terms = Pick<Checkout, 'termsVersion' | 'termsAcceptedAt' | 'timeZone'>;
export type NewCheckout = Choice & Terms & Pick<Checkout, 'sessionId' | 'livemode'>;

const PAYABLE: CheckoutStatus[] = ['creating', 'open'];
const BOUGHT: CheckoutStatus[] = ['processing', 'paid'];

@Injectable()
export class CheckoutsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The session's one checkout that is open or being opened. */
  findPayable(sessionId: string): Promise<Checkout | null> {
    return this.prisma.checkout.findFirst({ where: { sessionId, status: { in: PAYABLE } } });
  }

  findByProviderId(sessionId: string, providerSessionId: string): Promise<Checkout | null> {
    return this.prisma.checkout.findFirst({ where: { sessionId, providerSessionId } });
  }

  get(id: string): Promise<Checkout> {
    return this.prisma.checkout.findUniqueOrThrow({ where: { id } });
  }

  /** Whether the session has paid, or has a payment under way. */
  async hasBought(sessionId: string): Promise<boolean> {
    const found = await this.prisma.checkout.findFirst({ where: { sessionId, status: { in: BOUGHT } }, select: { id: true } });
    return found !== null;
  }

  /** Null when another process opened one for this session in the meantime. */
  async insert(checkout: NewCheckout): Promise<Checkout | null> {
    const id = randomUUID();
    const { count } = await this.prisma.checkout.createMany({ data: [{ id, status: 'creating', ...checkout }], skipDuplicates: true });
    return count === 1 ? this.get(id) : null;
  }

  /** Whether the row still waited for it. */
  async markOpen(id: string, opened: OpenedCheckout): Promise<boolean> {
    const { count } = await this.prisma.checkout.updateMany({ where: { id, status: 'creating' }, data: { ...opened, status: 'open' } });
    return count === 1;
  }

  /** Gives up a checkout that nobody can pay. */
  async close(id: string, status: 'failed' | 'expired'): Promise<void> {
    await this.prisma.checkout.updateMany({ where: { id, status: { in: PAYABLE } }, data: { status, clientSecret: null } });
  }

  async keepTerms(id: string, terms: Terms): Promise<void> {
    await this.prisma.checkout.updateMany({ where: { id, status: { in: PAYABLE } }, data: terms });
  }
}
