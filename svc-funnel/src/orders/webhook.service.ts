import { Metrics, parseBody } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { PaymentEvent as StoredEvent } from '../generated/prisma/client.ts';
import {
  paymentEvent,
  translate,
  translateStored,
  type ProviderEvent,
  type Translation,
} from '../payments/payment-event.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { redactEvent } from '../payments/redact-event.ts';
import { lockCheckout, lockPayment, lockPaymentEvents } from '../platform/locks.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { LOGGER } from '../platform/tokens.ts';
import { type Outcome, outcomeColumns } from './outcome.ts';
import { PaymentUpdatesService } from './payment-updates.service.ts';

/** What an event changed, as stored. */
type EventResult = Pick<StoredEvent, 'outcome' | 'reason'>;

/** Returns the row of an event that was not applied yet. `payload`: the signed bytes as text. */
const rowOf = ({ id, type, livemode, created }: ProviderEvent, translation: Translation, payload: string) => ({
  id,
  type,
  livemode,
  paymentId: translation.kind === 'payment' ? translation.update.paymentId : null,
  occurredAt: new Date(created * 1000),
  outcome: 'received',
  // An event that changes nothing is not linked to its buyer, so erasing a person would not find it.
  payload: translation.kind === 'none' ? redactEvent(payload) : payload,
});

/** Locks the checkout and the payment that an event is about. */
const lockSubject = async (db: Db, translation: Translation): Promise<void> => {
  if (translation.kind !== 'checkout' && translation.kind !== 'payment') return;
  if (translation.kind === 'checkout') await lockCheckout(db, translation.update);
  const { paymentId } = translation.update;
  if (paymentId !== null) await lockPayment(db, paymentId);
};

/** Verifies, translates, stores and applies events, the last two in one transaction. */
@Injectable()
export class WebhookService {
  readonly #events: Counter<'outcome'>;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly prisma: PrismaService,
    private readonly updates: PaymentUpdatesService,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#events = new Counter({
      name: 'funnel_payment_events_total',
      help: 'Webhook deliveries by outcome.',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  /**
   * Resolves once the event is stored and applied, by this delivery or an earlier one. Rejects if it is not accepted.
   */
  async receive(payload: Buffer, signature: string | undefined): Promise<void> {
    const event = parseBody(paymentEvent, this.provider.verify(payload, signature));
    const translation = translate(event);
    const row = rowOf(event, translation, payload.toString('utf8'));
    const { result, isNew } = await this.prisma.$transaction(async (db) => {
      // A second delivery waits here until the first has committed.
      const { count } = await db.paymentEvent.createMany({ data: [row], skipDuplicates: true });
      if (count === 1) return { result: await this.#apply(db, event.id, translation), isNew: true };
      return { result: await db.paymentEvent.findUniqueOrThrow({ where: { id: event.id } }), isNew: false };
    });
    this.#events.inc({ outcome: isNew ? result.outcome : 'duplicate' });
    if (isNew) this.#log(result);
    // Stripe's dashboard shows this to the owner.
    if (result.outcome === 'refused')
      throw new ApiError(
        'event_mismatch',
        `The event was refused: ${result.reason}. npm run owner -- webhook list shows it.`,
      );
  }

  /**
   * Applies a stored event again, for example after the reason for its refusal is gone. An event that was applied
   * before changes nothing. Returns null if there is no such event.
   */
  async replay(id: string): Promise<EventResult | null> {
    const known = await this.prisma.paymentEvent.findUnique({ where: { id }, select: { payload: true } });
    const event = await this.prisma.$transaction(async (db) => {
      // Before the event, as when the order of an early event is created.
      if (known) await lockSubject(db, translateStored(known.payload));
      await lockPaymentEvents(db, [id]);
      const stored = await db.paymentEvent.findUnique({ where: { id } });
      if (!stored || stored.outcome === 'applied') return stored;
      return this.#apply(db, id, translateStored(stored.payload));
    });
    if (!event) return null;
    this.#log(event);
    return { outcome: event.outcome, reason: event.reason };
  }

  async #apply(db: Db, id: string, translation: Translation): Promise<StoredEvent> {
    const data = outcomeColumns(await this.#outcomeOf(db, translation));
    return db.paymentEvent.update({ where: { id }, data });
  }

  async #outcomeOf(db: Db, translation: Translation): Promise<Outcome> {
    switch (translation.kind) {
      case 'checkout':
        return this.updates.applyCheckoutUpdate(db, translation.update);
      case 'payment':
        return this.updates.applyPaymentUpdate(db, translation.update);
      case 'none':
        return { kind: 'ignored', reason: 'not handled' };
      case 'unreadable':
        return { kind: 'refused', reason: 'unreadable' };
      default:
        return translation satisfies never;
    }
  }

  #log({ id, type, outcome, reason }: StoredEvent): void {
    const line = { eventId: id, type, outcome, reason };
    if (outcome === 'refused') return this.logger.error(line, 'payment event refused');
    if (outcome === 'unknown_checkout')
      return this.logger.warn(line, 'payment event without an order or checkout of ours');
    this.logger.info(line, 'payment event');
  }
}
