import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** A timer that fires so often measures the event loop's lag, in ms. prom-client's 10 ms take a third of a percent of a core. */
const LAG_EVERY_MS = 250;

const LABELS = ['route', 'method', 'status'] as const;

/** An answered request as metrics and logs name it. */
interface AnsweredRequest {
  /** The route as declared (`/api/sessions/:id`), never the address itself: ids do not belong in metrics and logs. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

/** What a process counts, in Prometheus terms. One registry a service, so that tests may run several in a process. */
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
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
    this.#keepEarlierNames();
  }

  /** Counts one answer, which took `ms` milliseconds. */
  observe({ route, method, status }: AnsweredRequest, ms: number): void {
    this.#seconds.observe({ route, method, status }, ms / 1000);
  }

  /** Dashboards of earlier releases of svc-tracking ask for these. They are read off at a scrape and cost a request nothing. */
  #keepEarlierNames(): void {
    const seconds = this.#seconds;
    const alias = { name: 'http_request_seconds', help: 'Another name of http_request_duration_seconds.' };
    // Inherits the counts and differs in name.
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
