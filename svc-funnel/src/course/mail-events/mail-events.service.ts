import { ApiError } from '@course/contracts';
import { Metrics, parseBody } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { applyMailEvent } from './apply-mail-event.ts';
import { type Report, translate } from './mail-event.ts';
import { isFromMailgun, isFromSendgrid, type SendgridSignature } from './signatures.ts';

const mailgunBody = z.object({
  signature: z.object({
    timestamp: z.string().max(20),
    token: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    signature: z.string().max(200),
  }),
  'event-data': z.unknown(),
});

const sendgridBody = z.array(z.unknown()).max(10_000);

const parse = <T>(schema: z.ZodType<T>, body: Buffer): T => {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ApiError('invalid_json', undefined, { cause: error });
  }
  return parseBody(schema, json);
};

/**
 * Verifies, translates, stores and applies what providers and mail servers report about mails that they had accepted.
 */
@Injectable()
export class MailEventsService {
  readonly #counter: Counter<'source' | 'outcome'>;

  constructor(
    private readonly prisma: PrismaService,
    metrics: Metrics,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#counter = new Counter({
      name: 'funnel_mail_events_total',
      help: 'Bounces and complaints, by source and outcome.',
      labelNames: ['source', 'outcome'],
      registers: [metrics.registry],
    });
  }

  /**
   * Rejects with `route_unknown` if no key is set, with `invalid_signature`, and with `invalid_json` or `invalid_body`.
   */
  async receiveMailgun(body: Buffer): Promise<void> {
    const key = this.env.mail.eventKeys.mailgun;
    if (key === undefined) throw new ApiError('route_unknown');
    const { signature, 'event-data': data } = parse(mailgunBody, body);
    // Providers sign with real time, even while the sandbox's clock is ahead.
    if (!isFromMailgun(key, signature, systemClock())) throw new ApiError('invalid_signature');
    const { token } = signature;
    if ((await this.apply({ source: 'mailgun', token, data })) === 0) await this.#markUsed(token);
  }

  /** Like `receiveMailgun`. The signature covers the raw bytes, so the body is passed unparsed. */
  async receiveSendgrid(body: Buffer, signature: SendgridSignature): Promise<void> {
    const key = this.env.mail.eventKeys.sendgrid;
    if (key === undefined) throw new ApiError('route_unknown');
    if (!isFromSendgrid(key, body, signature, systemClock())) throw new ApiError('invalid_signature');
    await this.apply({ source: 'sendgrid', events: parse(sendgridBody, body) });
  }

  /** Applies the events of one report, each in its own transaction. Returns how many there are. */
  async apply(report: Report): Promise<number> {
    const events = translate(report);
    const context = { now: this.clock(), linkKeys: this.env.course.linkKeys };
    for (const event of events) {
      const outcome = await this.prisma.$transaction((db) => applyMailEvent(db, event, context));
      this.#counter.inc({ source: report.source, outcome });
      this.logger.info({ eventId: event.id, kind: event.kind, status: event.status, outcome }, 'mail event');
    }
    return events.length;
  }

  /**
   * Marks a token as used even if it came with something other than an event: its signature would be valid for any
   * body.
   */
  async #markUsed(token: string): Promise<void> {
    const now = this.clock();
    const row = { id: `mailgun:${token}`, kind: 'none', outcome: 'counted', occurredAt: now, receivedAt: now };
    await this.prisma.mailEvent.createMany({ data: [row], skipDuplicates: true });
  }
}
