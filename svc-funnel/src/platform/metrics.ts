import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { routeOf } from './request.ts';

/** What this process counts, in Prometheus terms. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by declared route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  readonly paymentEvents = new Counter({
    name: 'funnel_payment_events_total',
    help: 'Webhook deliveries by what became of them.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly paymentProviderFailures = new Counter({
    name: 'funnel_payment_provider_failures_total',
    help: 'Calls to the payment provider that failed.',
    labelNames: ['call'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  readonly observe = (request: Request, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer({ method: request.method });
    response.once('finish', () => stop({ route: routeOf(request), status: response.statusCode }));
    next();
  };
}
