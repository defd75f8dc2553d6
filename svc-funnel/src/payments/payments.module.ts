import { Module } from '@nestjs/common';
import { PaymentProvider } from './payment-provider.ts';

/** Stripe, independent of what is sold. */
@Module({ providers: [PaymentProvider], exports: [PaymentProvider] })
export class PaymentsModule {}
