import { Inject, Injectable } from '@nestjs/common';
import { ApiError, describeIssues } from '@course/contracts';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { Metrics } from '../platform/metrics.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { applyFact } from './apply-fact.ts';
import { PaymentEventsRepository, type EventRecord } from './payment-events.repository.ts';
import { paymentEvent, translate, type PaymentEvent } from './payment-event.ts';
import { PaymentProvider } from './payment-provider.ts';

/** Verify, store the event, translate, apply: the last three in one transaction. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEventsRepository,
    private readonly prisma: PrismaService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once the event is stored and applied, now or before. Rejects with what is wrong with it. */
  async receive(payload: Buffer, signature: string | undefined): Promise<void> {
    const event = this.#read(this.provider.verify(payload, signature));
    const { record, isNew } = await this.prisma.$transaction(async (db) => {
      if (!(await this.events.claim(db, event, payload))) return { record: await this.events.find(db, event.id), isNew: false };
      return { record: await this.#apply(db, event), isNew: true };
    });
    this.metrics.paymentEvents.inc({ outcome: isNew ? record.outcome : 'duplicate' });
    if (isNew) this.#tell(event, record);
    if (record.outcome === 'refused') throw new ApiError('event_mismatch');
  }

  #read(verified: unknown): PaymentEvent {
    const event = paymentEvent.safeParse(verified);
    if (!event.success) throw new ApiError('invalid_body', describeIssues(event.error.issues));
    return event.data;
  }

  async #apply(db: Db, event: PaymentEvent): Promise<EventRecord> {
    const translation = translate(event);
    if (translation.is === 'none') return this.events.settle(db, event.id, { is: 'ignored', reason: 'not handled' });
    if (translation.is === 'unreadable') return this.events.settle(db, event.id, { is: 'refused', reason: 'unreadable' });
    return this.events.settle(db, event.id, await applyFact(db, translation.fact, this.clock()));
  }

  #tell(event: PaymentEvent, { outcome, reason }: EventRecord): void {
    const line = { eventId: event.id, type: event.type, outcome, reason };
    if (outcome === 'refused') return this.logger.error(line, 'payment event refused');
    if (outcome === 'unknown_checkout') return this.logger.warn(line, 'payment event for a checkout that is not ours');
    this.logger.info(line, 'payment event');
  }
}
