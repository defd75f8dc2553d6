import { Injectable } from '@nestjs/common';
import type { Db } from '../platform/prisma.ts';
import type { Outcome } from './apply-fact.ts';
import type { PaymentEvent } from './payment-event.ts';

/** What became of an event. `duplicate`: stored before, with this outcome. */
export interface EventRecord {
  readonly outcome: string;
  readonly reason: string | null;
}

@Injectable()
export class PaymentEventsRepository {
  /** Whether the event is new. A second delivery waits here until the first has committed. */
  async claim(db: Db, event: PaymentEvent, payload: Buffer): Promise<boolean> {
    const { id, type, livemode } = event;
    const row = { id, type, livemode, occurredAt: new Date(event.created * 1000), outcome: 'received', payload: payload.toString('utf8') };
    const { count } = await db.paymentEvent.createMany({ data: [row], skipDuplicates: true });
    return count === 1;
  }

  async find(db: Db, id: string): Promise<EventRecord> {
    return db.paymentEvent.findUniqueOrThrow({ where: { id }, select: { outcome: true, reason: true } });
  }

  async settle(db: Db, id: string, outcome: Outcome | { is: 'ignored' | 'refused'; reason: string }): Promise<EventRecord> {
    const reason = 'reason' in outcome ? (outcome.reason ?? null) : null;
    const checkoutId = 'checkoutId' in outcome ? outcome.checkoutId : null;
    await db.paymentEvent.update({ where: { id }, data: { outcome: outcome.is, reason, checkoutId } });
    return { outcome: outcome.is, reason };
  }
}
