import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import { MailEvents } from './mail-events.service.ts';
import type { Position } from './read-mailbox.ts';

/**
 * Reads, every few minutes, the reports that came by mail to the mailbox at IMAP_URL. How far it has read stands in the
 * database, so each report is read once; a second reading would change nothing.
 */
@Injectable()
export class BounceMailbox implements OnModuleInit {
  #isAway = false;

  constructor(
    private readonly registry: TaskRegistry,
    private readonly prisma: PrismaService,
    private readonly events: MailEvents,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { imapUrl } = this.env.mail;
    if (imapUrl !== undefined) this.registry.register('read-bounces', () => this.read(new URL(imapUrl)));
  }

  /** A mailbox that is away is logged once, noted for the owner's alert, and tried again. Rejects when our own database is. */
  async read(url: URL): Promise<void> {
    try {
      await this.#readNew(url);
    } catch (err) {
      if (!this.#isAway) this.logger.warn({ err }, 'the mailbox of bounces could not be read: it is tried again');
      this.#isAway = true;
      await this.#note(false);
      return;
    }
    if (this.#isAway) this.logger.info('the mailbox of bounces can be read again');
    this.#isAway = false;
    await this.#note(true);
  }

  async #readNew(url: URL): Promise<void> {
    // Only where there is a mailbox does a process carry what reads it.
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
      onPosition: (position) => this.#keep(position),
    });
  }

  async #keep(position: Position): Promise<void> {
    await this.prisma.bounceMailbox.upsert({ where: { id: true }, create: { ...position }, update: { ...position } });
  }

  async #note(isReadable: boolean): Promise<void> {
    const now = this.clock();
    const failingSince = isReadable ? null : now;
    await this.prisma.$executeRaw`
      INSERT INTO funnel.bounce_mailbox (id, failing_since, tried_at) VALUES (true, ${failingSince}, ${now})
      ON CONFLICT (id) DO UPDATE SET tried_at = excluded.tried_at,
        failing_since = CASE WHEN excluded.failing_since IS NULL THEN NULL ELSE coalesce(funnel.bounce_mailbox.failing_since, excluded.failing_since) END`;
  }
}
