import { Injectable } from '@nestjs/common';
import { Metrics as ServiceMetrics } from '@course/service-kit';
import { Counter } from 'prom-client';

/** What every service counts, and what this one knows of payments. */
@Injectable()
export class Metrics extends ServiceMetrics {
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
}
