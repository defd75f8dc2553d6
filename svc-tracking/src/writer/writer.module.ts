import { Inject, Injectable, Module } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Env } from '../platform/env.ts';
import { connectBlockingRedis, type Logger, type Redis } from '@course/service-kit';
import { ENV, LOGGER, POOL, REDIS } from '../platform/tokens.ts';
import { Arrivals } from './arrivals.ts';
import { pageViewRepository } from './page-view.repository.ts';
import { StreamGroup } from './stream-group.ts';
import { WriterMetrics } from './writer.metrics.ts';
import { Writer } from './writer.ts';

/** Runs this process's writer, under a name that no other writer ever has. */
@Injectable()
export class WriterService {
  private end: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly metrics: WriterMetrics,
    private readonly arrivals: Arrivals,
  ) {}

  start(): void {
    const reader = connectBlockingRedis(this.redis, 'svc-tracking-writer', this.logger);
    const writer = new Writer({
      group: new StreamGroup(`${hostname()}-${randomUUID()}`, this.redis, reader),
      repository: pageViewRepository(this.pool),
      metrics: this.metrics,
      logger: this.logger,
      onStored: () => this.arrivals.note(),
      claimIdleMs: this.env.WRITER_CLAIM_IDLE_MS,
    });
    writer.start();
    this.end = () => writer.stop().finally(() => reader.destroy());
  }

  async stop(): Promise<void> {
    await this.end();
  }
}

@Module({ providers: [Arrivals, WriterMetrics, WriterService], exports: [Arrivals] })
export class WriterModule {}
