import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import { MailEventsService } from './mail-events.service.ts';
import type { Position } from './read-mailbox.ts';

/**
 * Reads the reports in the mailbox at IMAP_URL, every few minutes. The position is stored in the database, so each
 * report is read once; reading it again would change nothing.
 */
@Injectable()
export class BounceMailbox implements OnModuleInit {
  #isUnreachable = false;

  constructor(
    private readonly registry: TaskRegistry,
    private readonly prisma: PrismaService,
    private readonly events: MailEventsService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { imapUrl } = this.env.mail;
    if (imapUrl !== undefined) this.registry.register('read-bounces', () => this.read(new URL(imapUrl)));
  }

  /**
   * An unreachable mailbox is logged once, recorded for the owner's alert, and tried again. Rejects if our own database
   * is unreachable.
   */
  async read(url: URL): Promise<void> {
    try {
      await this.#readNew(url);
    } catch (err) {
      if (!this.#isUnreachable)
        this.logger.warn({ err }, 'the mailbox of bounces could not be read: it is tried again');
      this.#isUnreachable = true;
      await this.#recordAttempt(false);
      return;
    }
    if (this.#isUnreachable) this.logger.info('the mailbox of bounces can be read again');
    this.#isUnreachable = false;
    await this.#recordAttempt(true);
  }

  async #readNew(url: URL): Promise<void> {
    // Imported on demand, so that a process without a mailbox does not load them.
    const [{ readMailbox }, { readReport }] = await Promise.all([
      import('./read-mailbox.ts'),
      import('./delivery-report.ts'),
    ]);
    const at = await this.prisma.bounceMailbox.findUnique({ where: { id: true } });
    const from = { uidValidity: at?.uidValidity ?? null, lastUid: at?.lastUid ?? 0n };
    await readMailbox(url, from, {
      onReport: async (source, arrivedAt) => {
        const report = await readReport(source, arrivedAt);
        return report !== null && (await this.events.apply({ source: 'mailbox', report })) > 0;
      },
      onPosition: (position) => this.#savePosition(position),
    });
  }

  async #savePosition(position: Position): Promise<void> {
    await this.prisma.bounceMailbox.upsert({ where: { id: true }, create: { ...position }, update: { ...position } });
  }

  async #recordAttempt(isReadable: boolean): Promise<void> {
    const now = this.clock();
    const failingSince = isReadable ? null : now;
    await this.prisma.$executeRaw`
      INSERT INTO funnel.bounce_mailbox (id, failing_since, tried_at) VALUES (true, ${failingSince}, ${now})
      ON CONFLICT (id) DO UPDATE SET tried_at = excluded.tried_at,
        failing_since = CASE WHEN excluded.failing_since IS NULL THEN NULL ELSE coalesce(funnel.bounce_mailbox.failing_since, excluded.failing_since) END`;
  }
}
