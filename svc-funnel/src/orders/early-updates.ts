import type { Order } from '../generated/prisma/client.ts';
import { translateStored } from '../payments/payment-event.ts';
import { resultColumns } from '../payments/payment-events.repository.ts';
import type { Db } from '../platform/prisma.ts';
import { applyPaymentUpdate } from './apply-payment-update.ts';

/** Applies the refunds and disputes that were told before this order existed. The payment is locked by the caller. */
export async function applyEarlyUpdates(
  db: Db,
  { providerPaymentId: paymentId }: Pick<Order, 'providerPaymentId'>,
  now: Date,
): Promise<void> {
  if (paymentId === null) return;
  const early = await db.paymentEvent.findMany({
    where: { paymentId, outcome: 'unknown_checkout' },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    select: { id: true, payload: true },
  });
  for (const { id, payload } of early) {
    const translation = translateStored(payload);
    if (translation.is === 'money')
      await db.paymentEvent.update({
        where: { id },
        data: resultColumns(await applyPaymentUpdate(db, translation.fact, now)),
      });
  }
}
