import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payment-provider.ts';
import { PaymentUpdatesService } from './payment-updates.service.ts';
import { RefundsService } from './refunds.service.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

@Module({
  imports: [PaymentsModule],
  providers: [PaymentUpdatesService, WebhookService, RefundsService],
  exports: [PaymentUpdatesService, WebhookService],
})
export class OrdersModule {}

/** The endpoint for Stripe's events, which the admin commands do not need. */
@Module({ imports: [OrdersModule], controllers: [WebhookController] })
export class WebhookModule {}
