import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payment-provider.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { CheckoutStateService } from './checkout-state.service.ts';
import { CheckoutController } from './checkout.controller.ts';
import { CheckoutService } from './checkout.service.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { CurrentCheckout } from './current-checkout.ts';
import { Reconciler } from './reconciler.ts';

@Module({
  imports: [PaymentsModule, OrdersModule, SessionsModule],
  controllers: [CheckoutController],
  providers: [CheckoutsRepository, CurrentCheckout, CheckoutService, CheckoutStateService, Reconciler],
})
export class CheckoutModule {}
