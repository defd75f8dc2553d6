import { PAGE_VIEW_STREAM } from '@course/contracts';
import { Metrics, type Redis, storeAnswer } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { REDIS } from '../platform/tokens.ts';
import { GROUP } from '../stream/stream.ts';

interface StreamStatus {
  readonly length: number;
  readonly pending: number;
  readonly dead: number;
  /** Memory that the stream takes in Redis. */
  readonly bytes: number;
  /** Age of the oldest entry in seconds; 0 if there is none. */
  readonly lagSeconds: number;
}

const ageSeconds = (streamId: string, now: number): number =>
  Math.max(0, (now - Number(streamId.split('-')[0])) / 1000);

/** Reads the current status of the stream. Rejects while Redis is unreachable. */
export const streamStatus = async (redis: Redis): Promise<StreamStatus> => {
  const [length, dead, bytes, first, groups] = await Promise.all([
    redis.xLen(PAGE_VIEW_STREAM.stream),
    redis.xLen(PAGE_VIEW_STREAM.deadLetters),
    redis.memoryUsage(PAGE_VIEW_STREAM.stream),
    redis.xRange(PAGE_VIEW_STREAM.stream, '-', '+', { COUNT: 1 }),
    redis.xInfoGroups(PAGE_VIEW_STREAM.stream).catch(() => []),
  ]);
  const pending = groups.find(({ name }) => name === GROUP)?.pending ?? 0;
  const oldest = first?.[0];
  return { length, dead, bytes: bytes ?? 0, pending, lagSeconds: oldest ? ageSeconds(oldest.id, Date.now()) : 0 };
};

/**
 * Metrics of the writers. Those of the stream are read from Redis at each scrape, and are NaN while it is unreachable.
 */
@Injectable()
export class WriterMetrics {
  readonly events: Counter;
  readonly deadLetters: Counter;
  readonly errors: Counter<'store'>;
  readonly batch: Histogram;

  constructor(metrics: Metrics, @Inject(REDIS) redis: Redis) {
    const registers = [metrics.registry];
    this.events = new Counter({
      name: 'tracking_written_events_total',
      help: 'Page entries, exits and whole page views committed to PostgreSQL.',
      registers,
    });
    this.deadLetters = new Counter({
      name: 'tracking_buried_events_total',
      help: 'Events moved to the dead letters.',
      registers,
    });
    this.errors = new Counter({
      name: 'tracking_write_errors_total',
      help: 'Failed attempts, each of which is retried.',
      labelNames: ['store'],
      registers,
    });
    this.batch = new Histogram({
      name: 'tracking_batch_events',
      help: 'Events and whole page views written together.',
      buckets: [1, 5, 25, 100, 250, 500, 1000, 2000, 10_000],
      registers,
    });
    this.watchStream(redis, registers);
  }

  private watchStream(redis: Redis, registers: Metrics['registry'][]): void {
    const status = oneAtATime(() => storeAnswer(streamStatus(redis)).catch(() => undefined));
    for (const [field, { name, help }] of Object.entries(STREAM_GAUGES) as [
      keyof StreamStatus,
      { name: string; help: string },
    ][]) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set((await status())?.[field] ?? Number.NaN);
        },
      });
    }
  }
}

const STREAM_GAUGES: Readonly<Record<keyof StreamStatus, { readonly name: string; readonly help: string }>> = {
  length: {
    name: 'tracking_stream_entries',
    help: 'Entries in the stream that are not written yet; each holds one or more events.',
  },
  pending: { name: 'tracking_stream_pending_entries', help: 'Of those, entries that a writer is working on.' },
  dead: { name: 'tracking_dead_letters', help: 'Events in the dead-letter stream.' },
  bytes: { name: 'tracking_stream_bytes', help: 'Memory that the stream takes in Redis.' },
  lagSeconds: { name: 'tracking_stream_lag_seconds', help: 'Age of the oldest entry in the stream.' },
};

/** Lets calls that arrive while one is in progress share its result. */
const oneAtATime = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let current: Promise<T> | undefined;
  return () => (current ??= ask().finally(() => (current = undefined)));
};
