import { Injectable } from '@nestjs/common';
import type { Db } from '../platform/prisma.ts';
import type { PaymentEvent } from '../payments/payment-event.ts';

/** What an update changed. `refused`: it contradicts what we know, and a human has to look into it. */
export type Outcome =
  | { readonly kind: 'applied' | 'ignored'; readonly checkoutId: string; readonly reason?: string }
  /** The checkout is not ours, or its order does not exist yet. */
  | { readonly kind: 'unknown_checkout'; readonly reason?: string }
  | { readonly kind: 'refused'; readonly checkoutId: string; readonly reason: string };

/** An event's outcome and its reason. */
export interface EventRecord {
  readonly outcome: string;
  readonly reason: string | null;
}

export interface StoredEvent extends EventRecord {
  readonly id: string;
  readonly type: string;
  /** The signed bytes as text, without personal data if the event changes nothing. */
  readonly payload: string;
}

export type EventResult = Outcome | { readonly kind: 'ignored' | 'refused'; readonly reason: string };

/** Returns an outcome as columns of the event's row. */
export const resultColumns = (outcome: EventResult) => ({
  outcome: outcome.kind,
  reason: 'reason' in outcome ? (outcome.reason ?? null) : null,
  checkoutId: 'checkoutId' in outcome ? outcome.checkoutId : null,
});

@Injectable()
export class PaymentEventsRepository {
  /**
   * Stores an event and returns true if it is new. A second delivery waits here until the first has committed.
   * `paymentId`: the payment it is about, if known.
   */
  async claim(
    db: Db,
    event: PaymentEvent,
    { payload, paymentId }: { payload: string; paymentId: string | null },
  ): Promise<boolean> {
    const { id, type, livemode } = event;
    const row = {
      id,
      type,
      livemode,
      paymentId,
      occurredAt: new Date(event.created * 1000),
      outcome: 'received',
      payload,
    };
    const { count } = await db.paymentEvent.createMany({ data: [row], skipDuplicates: true });
    return count === 1;
  }

  async find(db: Db, id: string): Promise<EventRecord> {
    return db.paymentEvent.findUniqueOrThrow({ where: { id }, select: { outcome: true, reason: true } });
  }

  /** Locks the event's row until the transaction ends. Returns null if there is none. */
  async lock(db: Db, id: string): Promise<StoredEvent | null> {
    const [row] = await db.$queryRaw<
      StoredEvent[]
    >`SELECT id, type, payload, outcome, reason FROM funnel.payment_events WHERE id = ${id} FOR UPDATE`;
    return row ?? null;
  }

  async recordOutcome(db: Db, id: string, result: EventResult): Promise<EventRecord> {
    const { outcome, reason, checkoutId } = resultColumns(result);
    await db.paymentEvent.update({ where: { id }, data: { outcome, reason, checkoutId } });
    return { outcome, reason };
  }
}
