import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Env } from '../platform/env.ts';
import { type Logger, Metrics, type Redis, within } from '@course/service-kit';
import { ENV, LOGGER, REDIS } from '../platform/tokens.ts';
import { isFull, memoryLimit, parseMemory } from './room.ts';

/** At full load less than 10 MB come in between two looks. */
const LOOK_EVERY_MS = 250;
const ANSWER_MAX_MS = 1500;
const MB = 1024 * 1024;

/** Knows whether Redis has room for page views. Looks four times a second while somebody asks, and no request waits for a look. */
@Injectable()
export class RedisMemoryGuard {
  private full = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | undefined;
  private readonly used: Gauge;
  private readonly limit: Gauge;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const collect = (): Promise<void> => this.look();
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics.registry], collect });
    this.used = gauge('tracking_redis_used_bytes', 'Memory that Redis uses.');
    this.limit = gauge('tracking_redis_limit_bytes', 'From this much on page views are refused with 503 store_full.');
  }

  get isFull(): boolean {
    if (performance.now() - this.lookedAt > LOOK_EVERY_MS) void this.look();
    return this.full;
  }

  private look(): Promise<void> {
    return (this.looking ??= this.ask().finally(() => (this.looking = undefined)));
  }

  private async ask(): Promise<void> {
    this.lookedAt = performance.now();
    const info = await within(ANSWER_MAX_MS, this.redis.info('memory')).catch(() => undefined);
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
    // Whoever was refused may be long in coming back, and is to be taken then.
    if (this.full) setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }
}
