import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** What counts the answers of one route, method and status. */
interface Watched {
  readonly count: Counter.Internal;
  readonly seconds: Histogram.Internal<'route'>;
}

/** Everything that this process tells Prometheus. One registry a service, so that tests may run several in a process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.registry],
  });

  readonly seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from a request to its answer, in seconds.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  private readonly watched = new Map<string, Watched>();

  /** Counts every answer by its route's pattern, never by its address, which may hold anything. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const { count, seconds } = this.watchedAt(request.routeOptions.url ?? 'none', request.method, reply.statusCode);
      count.inc();
      seconds.observe(reply.elapsedTime / 1000);
      done();
    });
  }

  /** Looking labels up costs more than counting, and they are few: routes, methods and statuses. */
  private watchedAt(route: string, method: string, status: number): Watched {
    const name = `${method} ${status} ${route}`;
    const watched = this.watched.get(name) ?? {
      count: this.requests.labels({ route, method, status }),
      seconds: this.seconds.labels({ route }),
    };
    this.watched.set(name, watched);
    return watched;
  }
}
