import { Module } from '@nestjs/common';
import { FactsService } from './facts.service.ts';
import { PaymentEventsRepository } from './payment-events.repository.ts';
import { PaymentProvider } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

@Module({
  controllers: [WebhookController],
  providers: [{ provide: PaymentProvider, useClass: StripeProvider }, FactsService, PaymentEventsRepository, WebhookService],
  exports: [PaymentProvider, FactsService],
})
export class PaymentsModule {}
