import { Global, Module } from '@nestjs/common';
import { PaymentHandler } from '../payments/payment-handler.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { PaymentUpdates } from './payment-updates.service.ts';
import { Refunds } from './refunds.service.ts';

/** Global, because payments, which know no order, hand their updates to the `PaymentHandler` from here. */
@Global()
@Module({
  imports: [PaymentsModule],
  providers: [PaymentUpdates, { provide: PaymentHandler, useExisting: PaymentUpdates }, Refunds],
  exports: [PaymentUpdates, PaymentHandler],
})
export class OrdersModule {}
