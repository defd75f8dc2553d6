import { Module } from '@nestjs/common';
import { CoursePageModule } from '../course-page/course-page.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { RefundRequestController } from './refund-request.controller.ts';
import { RefundRequestService } from './refund-request.service.ts';
import { SecondOrderController } from './second-order.controller.ts';
import { SecondOrderService } from './second-order.service.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';
import { UnsubscribeService } from './unsubscribe.service.ts';

@Module({
  imports: [CoursePageModule, PaymentsModule],
  controllers: [UnsubscribeController, RefundRequestController, SecondOrderController],
  providers: [UnsubscribeService, RefundRequestService, SecondOrderService],
})
export class CancellationModule {}
