import { Metrics } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, describeIssues } from '@course/contracts';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { LOGGER } from '../platform/tokens.ts';
import { PaymentUpdates } from './payment-updates.service.ts';
import { PaymentEventsRepository, type EventRecord, type EventResult } from './payment-events.repository.ts';
import {
  paymentEvent,
  translate,
  translateStored,
  type PaymentEvent,
  type Translation,
} from '../payments/payment-event.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { redactEvent } from '../payments/redact-event.ts';

/** Verifies, translates, stores and applies events, the last two in one transaction. */
@Injectable()
export class WebhookService {
  readonly #events: Counter<'outcome'>;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEventsRepository,
    private readonly prisma: PrismaService,
    private readonly updates: PaymentUpdates,
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
    const event = this.#read(this.provider.verify(payload, signature));
    const translation = translate(event);
    const paymentId = translation.kind === 'payment' ? translation.update.paymentId : null;
    const text = payload.toString('utf8');
    // An event that changes nothing is not linked to its buyer, so erasing a person would not find it.
    const stored = translation.kind === 'none' ? redactEvent(text) : text;
    const { record, isNew } = await this.prisma.$transaction(async (db) => {
      if (!(await this.events.claim(db, event, { payload: stored, paymentId })))
        return { record: await this.events.find(db, event.id), isNew: false };
      return { record: await this.#apply(db, event.id, translation), isNew: true };
    });
    this.#events.inc({ outcome: isNew ? record.outcome : 'duplicate' });
    if (isNew) this.#log(event, record);
    // Stripe's dashboard shows this to the owner.
    if (record.outcome === 'refused')
      throw new ApiError(
        'event_mismatch',
        `The event was refused: ${record.reason}. npm run owner -- webhook list shows it.`,
      );
  }

  /**
   * Applies a stored event again, for example after the reason for its refusal is gone. An event that was applied
   * before changes nothing. Returns null if there is no such event.
   */
  async replay(id: string): Promise<EventRecord | null> {
    const done = await this.prisma.$transaction(async (db) => {
      const event = await this.events.lock(db, id);
      if (!event || event.outcome === 'applied') return event && { event, record: event };
      return { event, record: await this.#apply(db, id, translateStored(event.payload)) };
    });
    if (done) this.#log(done.event, done.record);
    return done && { outcome: done.record.outcome, reason: done.record.reason };
  }

  #read(verified: unknown): PaymentEvent {
    const event = paymentEvent.safeParse(verified);
    if (!event.success) throw new ApiError('invalid_body', describeIssues(event.error.issues));
    return event.data;
  }

  async #apply(db: Db, id: string, translation: Translation): Promise<EventRecord> {
    return this.events.recordOutcome(db, id, await this.#outcomeOf(db, translation));
  }

  async #outcomeOf(db: Db, translation: Translation): Promise<EventResult> {
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

  #log({ id, type }: Pick<PaymentEvent, 'id' | 'type'>, { outcome, reason }: EventRecord): void {
    const line = { eventId: id, type, outcome, reason };
    if (outcome === 'refused') return this.logger.error(line, 'payment event refused');
    if (outcome === 'unknown_checkout')
      return this.logger.warn(line, 'payment event without an order or checkout of ours');
    this.logger.info(line, 'payment event');
  }
}
