import { Module } from '@nestjs/common';
import { PaymentUpdates } from './payment-updates.service.ts';
import { PaymentEventsRepository } from './payment-events.repository.ts';
import { PaymentProvider } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

@Module({
  controllers: [WebhookController],
  providers: [
    { provide: PaymentProvider, useClass: StripeProvider },
    PaymentUpdates,
    PaymentEventsRepository,
    WebhookService,
  ],
  exports: [PaymentProvider, PaymentUpdates],
})
export class PaymentsModule {}
