import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Interval of the timer that measures event-loop lag, in ms. prom-client's default of 10 ms takes 0.33 % of a core. */
const LAG_INTERVAL_MS = 500;

const LABELS = ['route', 'method', 'status'] as const;

/** An answered request as metrics and logs name it. */
interface AnsweredRequest {
  /** The route as declared (`/api/sessions/:id`), never the address itself: ids do not belong in metrics and logs. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

/**
 * The Prometheus metrics of a service. Each has its own registry, so that tests can run several services in a process.
 */
export class Metrics {
  readonly registry = new Registry();

  readonly #seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, in seconds, by declared route.',
    labelNames: LABELS,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
    this.#keepEarlierNames();
  }

  /** Counts a request that took `ms` milliseconds. */
  observe({ route, method, status }: AnsweredRequest, ms: number): void {
    this.#seconds.observe({ route, method, status }, ms / 1000);
  }

  /**
   * Dashboards of earlier releases of svc-tracking query these. They are computed at scrape time, at no cost per
   * request.
   */
  #keepEarlierNames(): void {
    const seconds = this.#seconds;
    const alias = { name: 'http_request_seconds', help: 'Another name of http_request_duration_seconds.' };
    // Inherits the counts; only the name differs.
    this.registry.registerMetric(Object.assign(Object.create(seconds) as typeof seconds, alias));
    new Counter({
      name: 'http_requests_total',
      help: 'Answered requests; the count of http_request_duration_seconds.',
      labelNames: LABELS,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const { metricName, labels, value } of (await seconds.get()).values) {
          const { route, method, status } = labels;
          if (metricName?.endsWith('_count')) this.inc({ route, method, status } as typeof labels, value);
        }
      },
    });
  }
}
