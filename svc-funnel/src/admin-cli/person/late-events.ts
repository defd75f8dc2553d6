import type { PrismaClient } from '../../generated/prisma/client.ts';
import { redactEvent } from './redact-event.ts';

interface LateEvent {
  readonly id: string;
  readonly payload: string;
}

/** Takes the person out of events that came after their person was erased. Answers how many. */
export async function redactLateEvents(prisma: PrismaClient): Promise<number> {
  const late = await prisma.$queryRaw<LateEvent[]>`
    SELECT event.id, event.payload FROM funnel.sessions AS session
    JOIN funnel.checkouts AS checkout ON checkout.session_id = session.id
    JOIN funnel.payment_events AS event ON event.checkout_id = checkout.id
    WHERE session.id LIKE 'erased\\_%' AND event.payload NOT LIKE '%"erased":true}'`;
  for (const { id, payload } of late)
    await prisma.paymentEvent.update({ where: { id }, data: { payload: redactEvent(payload) } });
  return late.length;
}
