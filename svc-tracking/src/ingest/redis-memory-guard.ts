import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Env } from '../platform/env.ts';
import { type Logger, Metrics, type Redis, storeAnswer } from '@course/service-kit';
import { ENV, LOGGER, REDIS } from '../platform/tokens.ts';

/** At full load less than 10 MB arrive between two samples. */
const SAMPLE_EVERY_MS = 250;
const MB = 1024 * 1024;

/** Memory figures reported by Redis, in bytes. */
interface RedisMemory {
  readonly used: number;
  /** 0 if Redis has no limit. */
  readonly max: number;
  /** Memory of the machine that Redis runs on; 0 if unknown. */
  readonly machine: number;
}

/**
 * The rest is kept for what frees memory: acknowledgements, dead letters, and the copy that a rewrite of its file
 * needs.
 */
const SHARE_OF_MAX = 0.8;
const SHARE_OF_MACHINE = 0.5;
/** Share of the limit below which entries are accepted again. Without a gap, every other call would be refused. */
const RESUME_BELOW = 0.95;

/**
 * Returns how many bytes Redis may use before page views are refused. `configured` applies only if it is lower than
 * Redis's own limit allows.
 */
export const memoryLimit = ({ max, machine }: RedisMemory, configured: number | undefined): number => {
  const allowed = max > 0 ? max * SHARE_OF_MAX : machine > 0 ? machine * SHARE_OF_MACHINE : Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(allowed, configured ?? Number.POSITIVE_INFINITY));
};

/** True if page views are to be refused. */
export const isFull = (used: number, limit: number, wasFull: boolean): boolean =>
  used >= (wasFull ? limit * RESUME_BELOW : limit);

const field = (info: string, name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);

/** Parses the reply to `INFO memory`. */
export const parseMemory = (info: string): RedisMemory => ({
  used: field(info, 'used_memory'),
  max: field(info, 'maxmemory'),
  machine: field(info, 'total_system_memory'),
});

/** Tells whether Redis has room for page views. Samples its memory at most every 250 ms, in the background. */
@Injectable()
export class RedisMemoryGuard {
  private full = false;
  private sampledAt = Number.NEGATIVE_INFINITY;
  private sampling: Promise<void> | undefined;
  private nextSample: NodeJS.Timeout | undefined;
  private readonly used: Gauge;
  private readonly limit: Gauge;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const collect = (): Promise<void> => this.sample();
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics.registry], collect });
    this.used = gauge('tracking_redis_used_bytes', 'Memory that Redis uses.');
    this.limit = gauge('tracking_redis_limit_bytes', 'Memory use at which page views are refused with 503 store_full.');
  }

  get isFull(): boolean {
    if (performance.now() - this.sampledAt > SAMPLE_EVERY_MS) void this.sample();
    return this.full;
  }

  private sample(): Promise<void> {
    return (this.sampling ??= this.readMemory().finally(() => (this.sampling = undefined)));
  }

  private async readMemory(): Promise<void> {
    this.sampledAt = performance.now();
    const info = await storeAnswer(this.redis.info('memory')).catch(() => undefined);
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
    // Keep sampling while full, so that the flag clears without new requests.
    clearTimeout(this.nextSample);
    if (this.full) this.nextSample = setTimeout(() => void this.sample(), SAMPLE_EVERY_MS).unref();
  }
}
