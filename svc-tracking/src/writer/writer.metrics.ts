import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../platform/metrics.ts';
import type { Redis } from '../platform/redis.ts';
import { REDIS } from '../platform/tokens.ts';
import { within } from '../platform/within.ts';
import { streamStatus, type StreamStatus } from './stream-status.ts';

const ANSWER_MAX_MS = 1500;

/** How the writers do. The stream's own numbers are asked of Redis at each scrape, and are NaN while it is away. */
@Injectable()
export class WriterMetrics {
  readonly entries: Counter;
  readonly deadLetters: Counter;
  readonly errors: Counter<'store'>;
  readonly batch: Histogram;

  constructor(metrics: Metrics, @Inject(REDIS) redis: Redis) {
    const registers = [metrics.registry];
    this.entries = new Counter({ name: 'tracking_written_entries_total', help: 'Stream entries committed to PostgreSQL.', registers });
    this.deadLetters = new Counter({ name: 'tracking_buried_entries_total', help: 'Stream entries moved to the dead letters.', registers });
    this.errors = new Counter({ name: 'tracking_write_errors_total', help: 'Failed tries, each tried again.', labelNames: ['store'], registers });
    this.batch = new Histogram({ name: 'tracking_batch_entries', help: 'Entries a batch.', buckets: [1, 5, 25, 100, 250, 500, 1000], registers });
    this.watchStream(redis, registers);
  }

  private watchStream(redis: Redis, registers: Metrics['registry'][]): void {
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
    const gauges: Record<Exclude<keyof StreamStatus, 'lagSeconds'>, Gauge> = {
      length: gauge('tracking_stream_entries', 'Entries in the stream, written by none yet.'),
      pending: gauge('tracking_stream_pending_entries', 'Of those, entries in the hands of a writer.'),
      dead: gauge('tracking_dead_letters', 'Entries in the dead-letter stream.'),
    };
    new Gauge({
      name: 'tracking_stream_lag_seconds',
      help: 'Age of the oldest entry in the stream.',
      registers,
      async collect() {
        const status = await within(ANSWER_MAX_MS, streamStatus(redis)).catch(() => undefined);
        this.set(status?.lagSeconds ?? Number.NaN);
        gauges.length.set(status?.length ?? Number.NaN);
        gauges.pending.set(status?.pending ?? Number.NaN);
        gauges.dead.set(status?.dead ?? Number.NaN);
      },
    });
  }
}
