import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payment-provider.ts';
import { PaymentUpdates } from './payment-updates.service.ts';
import { Refunds } from './refunds.service.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

@Module({
  imports: [PaymentsModule],
  providers: [PaymentUpdates, WebhookService, Refunds],
  exports: [PaymentUpdates, WebhookService],
})
export class OrdersModule {}

/** The endpoint for Stripe's events, which the admin commands do not need. */
@Module({ imports: [OrdersModule], controllers: [WebhookController] })
export class WebhookModule {}
