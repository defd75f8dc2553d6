import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Env } from '../platform/env.ts';
import { type Logger, Metrics, type Redis } from '@course/service-kit';
import { ENV, LOGGER, REDIS } from '../platform/tokens.ts';
import { isFull, memoryLimit, parseMemory } from './room.ts';

/** At full load less than 10 MB come in between two looks. */
const LOOK_EVERY_MS = 250;
const MB = 1024 * 1024;

/** Knows whether Redis has room for page views. Looks by itself four times a second, so that no request has to ask. */
@Injectable()
export class RedisMemoryGuard implements OnApplicationBootstrap, OnApplicationShutdown {
  private full = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly used: Gauge;
  private readonly limit: Gauge;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics.registry] });
    this.used = gauge('tracking_redis_used_bytes', 'Memory that Redis uses.');
    this.limit = gauge('tracking_redis_limit_bytes', 'From this much on page views are refused with 503 store_full.');
  }

  get isFull(): boolean {
    return this.full;
  }

  onApplicationBootstrap(): void {
    // The next look is planned after the last answer, so that looks never pile up.
    this.timer = setTimeout(
      () => void this.look().finally(() => this.timer && this.onApplicationBootstrap()),
      LOOK_EVERY_MS,
    ).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const info = await this.redis.info('memory').catch(() => undefined);
    if (info === undefined) return;
    const memory = parseMemory(info);
    const limit = memoryLimit(
      memory,
      this.env.REDIS_BUDGET_MB === undefined ? undefined : this.env.REDIS_BUDGET_MB * MB,
    );
    this.used.set(memory.used);
    this.limit.set(limit);
    const wasFull = this.full;
    this.full = isFull(memory.used, limit, wasFull);
    if (this.full && !wasFull)
      this.logger.error(
        { usedBytes: memory.used, limitBytes: limit },
        'Redis is full: page views are refused until the writer has made room',
      );
    if (!this.full && wasFull) this.logger.info('Redis has room again');
  }
}
