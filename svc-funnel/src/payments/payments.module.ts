import { Module } from '@nestjs/common';
import { PaymentEventsRepository } from './payment-events.repository.ts';
import { PaymentProvider } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

/** Stripe, and nothing of what is sold. */
@Module({
  providers: [{ provide: PaymentProvider, useClass: StripeProvider }, PaymentEventsRepository, WebhookService],
  exports: [PaymentProvider, WebhookService],
})
export class PaymentsModule {}

/** Stripe's way in: the admin command does without it. */
@Module({ imports: [PaymentsModule], controllers: [WebhookController] })
export class WebhookModule {}
