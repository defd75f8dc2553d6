import { ApiError } from '@course/contracts';
import type pg from 'pg';
import { signatureOf } from '../events.ts';
import { WEBHOOK_SECRET, type Service } from '../service.ts';
import { WebhookService } from '../../src/orders/webhook.service.ts';
import { PrismaService } from '../../src/platform/prisma.ts';
import { stopCourse } from '../../src/course/enrolment/stop-and-resume.ts';
import { ScheduleService } from '../../src/course/schedule/schedule.service.ts';
import { DAY, type Decision, type Reader } from './scenario.ts';

/** A reader's schedule after one of their decisions. */
export interface Decided {
  readonly at: number;
  /** True if they requested the next lesson immediately. */
  readonly asksNow: boolean;
  /** Null if they have not chosen one: the default applies. */
  readonly hour: number | null;
  readonly weekdaysOnly: boolean;
  readonly pausedUntil: string | null;
}

/** Inserts the sessions and open checkouts of all readers. */
export async function writeReaders(database: pg.Pool, readers: readonly Reader[]): Promise<void> {
  const rows = JSON.stringify(readers);
  await database.query(
    `insert into funnel.sessions (id, email, name) select "sessionId", email, 'Reader' from jsonb_to_recordset($1::jsonb) as r ("sessionId" text, email text)`,
    [rows],
  );
  await database.query(
    `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status, provider_session_id, client_secret, time_zone)
     select "checkoutId", "sessionId", plan, 'discounted', "amountCents", 'usd', 'http://localhost:3000', false, 'open', "providerSessionId", 'secret', "timeZone"
     from jsonb_to_recordset($1::jsonb) as r ("checkoutId" uuid, "sessionId" text, plan text, "amountCents" int, "providerSessionId" text, "timeZone" text)`,
    [rows],
  );
}

const envelope = (id: string, type: string, object: unknown) => ({
  id,
  object: 'event',
  type,
  livemode: false,
  created: 1_790_000_000,
  data: { object },
});

const paymentEvent = (reader: Reader) =>
  envelope(`evt_paid_${reader.checkoutId}`, 'checkout.session.completed', {
    id: reader.providerSessionId,
    object: 'checkout.session',
    livemode: false,
    status: 'complete',
    payment_status: 'paid',
    amount_total: reader.amountCents,
    currency: 'usd',
    customer_email: null,
    customer_details: { email: reader.email, name: 'Reader' },
    metadata: { checkout_id: reader.checkoutId },
    payment_intent: reader.paymentId,
  });

const chargeOf = (reader: Reader) => ({
  id: `ch_${reader.checkoutId}`,
  object: 'charge',
  livemode: false,
  amount: reader.amountCents,
  amount_refunded: reader.amountCents,
  refunded: true,
  currency: 'usd',
  payment_intent: reader.paymentId,
  paid: true,
  status: 'succeeded',
});

const disputeOf = (reader: Reader) => ({
  id: `dp_${reader.checkoutId}`,
  object: 'dispute',
  livemode: false,
  amount: reader.amountCents,
  currency: 'usd',
  charge: `ch_${reader.checkoutId}`,
  payment_intent: reader.paymentId,
  status: 'needs_response',
  reason: 'fraudulent',
});

/** What happens to the service from outside, through the same code as in production. */
export class Fixtures {
  readonly #webhooks: WebhookService;
  readonly #prisma: PrismaService;
  readonly #schedules: ScheduleService;
  readonly #now: () => Date;

  constructor(service: Service, now: () => Date) {
    this.#webhooks = service.app.get(WebhookService);
    this.#prisma = service.app.get(PrismaService);
    this.#schedules = service.app.get(ScheduleService);
    this.#now = now;
  }

  pay(reader: Reader): Promise<void> {
    return this.#deliver(paymentEvent(reader));
  }

  /** Applies a decision, and returns the new schedule; null if the service refused it. */
  async decide(reader: Reader, decision: Decision): Promise<Decided | null> {
    const order = await this.#prisma.order.findUnique({
      where: { checkoutId: reader.checkoutId },
      include: { course: true },
    });
    if (!order?.course) return null;
    const subject = { order, course: order.course };
    try {
      if (decision.kind === 'hour') await this.#schedules.change(subject, { hour: decision.hour });
      else if (decision.kind === 'weekdays') await this.#schedules.change(subject, { weekdaysOnly: decision.only });
      else if (decision.kind === 'pause') await this.#schedules.pause(subject, { until: this.#dayIn(decision.days) });
      else if (decision.kind === 'end-pause') await this.#schedules.endPause(subject);
      else await this.#schedules.sendNextNow(subject);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
    const { sendHour, weekdaysOnly, pausedUntil } = await this.#prisma.course.findUniqueOrThrow({
      where: { orderId: order.id },
    });
    return {
      at: this.#now().getTime(),
      asksNow: decision.kind === 'next-now',
      hour: sendHour,
      weekdaysOnly,
      pausedUntil: pausedUntil?.toISOString().slice(0, 10) ?? null,
    };
  }

  #dayIn(days: number): string {
    return new Date(this.#now().getTime() + days * DAY).toISOString().slice(0, 10);
  }

  async end(reader: Reader): Promise<void> {
    const kind = reader.ending?.kind;
    if (kind === 'refund')
      return this.#deliver(envelope(`evt_refund_${reader.checkoutId}`, 'charge.refunded', chargeOf(reader)));
    if (kind === 'dispute')
      return this.#deliver(envelope(`evt_dispute_${reader.checkoutId}`, 'charge.dispute.created', disputeOf(reader)));
    const order = await this.#prisma.order.findUniqueOrThrow({
      where: { checkoutId: reader.checkoutId },
      select: { id: true },
    });
    await this.#prisma.$transaction((db) => stopCourse(db, order.id, 'unsubscribed', this.#now()));
  }

  #deliver(event: unknown): Promise<void> {
    const payload = JSON.stringify(event);
    return this.#webhooks.receive(Buffer.from(payload), signatureOf(payload, { secret: WEBHOOK_SECRET }));
  }
}
