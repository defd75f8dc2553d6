import { Metrics } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK } from '../../platform/tokens.ts';
import { LessonStore } from '../lessons/lesson-store.ts';

interface Backlog {
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
}

/** How long a query's result is reused, in ms: three gauges read it at each scrape. */
const FRESH_MS = 1000;

/** Prometheus metrics of sending. */
@Injectable()
export class DeliveryMetrics {
  readonly #prisma: PrismaService;
  readonly #clock: Clock;
  readonly #deliveries: Counter<'kind' | 'outcome'>;
  #cached: { readonly at: number; readonly backlog: Promise<Backlog | undefined> } | undefined;

  constructor(metrics: Metrics, prisma: PrismaService, lessons: LessonStore, @Inject(CLOCK) clock: Clock) {
    this.#prisma = prisma;
    this.#clock = clock;
    const registers = [metrics.registry];
    this.#deliveries = new Counter({
      name: 'funnel_deliveries_total',
      help: 'Attempts to send a mail, by outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    const gauge = (name: string, help: string, value: (backlog: Backlog) => number): void => {
      const report = async (target: Gauge): Promise<void> => {
        const backlog = await this.#backlog();
        if (backlog) target.set(value(backlog));
        else target.reset();
      };
      new Gauge({
        name,
        help,
        registers,
        collect: function () {
          return report(this);
        },
      });
    };
    new Gauge({
      name: 'funnel_lessons_unreadable',
      help: 'Lesson files that cannot be read.',
      registers,
      collect: function () {
        this.set(lessons.unreadable);
      },
    });
    gauge('funnel_deliveries_waiting', 'Mails waiting to be sent.', ({ waiting }) => waiting);
    gauge('funnel_deliveries_failed', 'Mails that were given up.', ({ failed }) => failed);
    gauge('funnel_deliveries_oldest_seconds', 'How long the oldest waiting mail has been due.', ({ oldest }) =>
      oldest ? Math.max(0, (this.#clock().getTime() - oldest.getTime()) / 1000) : 0,
    );
  }

  readonly count = (kind: string, outcome: string): void => this.#deliveries.inc({ kind, outcome });

  #backlog(): Promise<Backlog | undefined> {
    const now = performance.now();
    if (!this.#cached || now - this.#cached.at > FRESH_MS) this.#cached = { at: now, backlog: this.#query() };
    return this.#cached.backlog;
  }

  /** Returns undefined while the database is unreachable, so that the other metrics are still reported. */
  async #query(): Promise<Backlog | undefined> {
    try {
      const [row] = await this.#prisma.$queryRaw<Backlog[]>`
        SELECT count(*) FILTER (WHERE status = 'queued')::int AS waiting, count(*) FILTER (WHERE status = 'failed')::int AS failed,
          min(due_at) FILTER (WHERE status = 'queued') AS oldest
        FROM funnel.deliveries WHERE status IN ('queued', 'failed')`;
      return row;
    } catch {
      return undefined;
    }
  }
}
