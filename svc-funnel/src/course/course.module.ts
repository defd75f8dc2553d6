import { Global, Module } from '@nestjs/common';
import { OrderListener } from '../orders/order-listener.ts';
import type { Env } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { RefundRequestController } from './cancellation/refund-request.controller.ts';
import { RefundRequestService } from './cancellation/refund-request.service.ts';
import { ResumeController } from './cancellation/resume.controller.ts';
import { SecondOrderController } from './cancellation/second-order.controller.ts';
import { SecondOrderService } from './cancellation/second-order.service.ts';
import { UnsubscribeController } from './cancellation/unsubscribe.controller.ts';
import { UnsubscribeService } from './cancellation/unsubscribe.service.ts';
import { CourseOrderListener } from './course-order-listener.ts';
import { CourseTasks } from './course-tasks.ts';
import { FirstStepController } from './first-step/first-step.controller.ts';
import { FirstStepService } from './first-step/first-step.service.ts';
import { LessonStore } from './lessons/lesson-store.ts';
import { BounceMailbox } from './mail-events/bounce-mailbox.ts';
import { MailEventsController } from './mail-events/mail-events.controller.ts';
import { MailEventsService } from './mail-events/mail-events.service.ts';
import { Mailer } from './mails/mailer.ts';
import { CoursePageController } from './page/course-page.controller.ts';
import { CoursePageService } from './page/course-page.service.ts';
import { LinkRequestsController } from './page/link-requests.controller.ts';
import { LinkRequestsService } from './page/link-requests.service.ts';
import { PicturesController } from './pictures/pictures.controller.ts';
import { ReaderService } from './page/reader.service.ts';
import { ResourceStore } from './resources/resource-store.ts';
import { ResourcesController } from './resources/resources.controller.ts';
import { ScheduleController } from './schedule/schedule.controller.ts';
import { ScheduleService } from './schedule/schedule.service.ts';
import { Composer } from './sending/compose.ts';
import { DeliveryMetrics } from './sending/delivery-metrics.ts';
import { ObjectionService } from './withdrawal/objection.service.ts';
import { WithdrawalsController } from './withdrawal/withdrawals.controller.ts';
import { WithdrawalsService } from './withdrawal/withdrawals.service.ts';

const mailer = {
  provide: Mailer,
  inject: [ENV],
  useFactory: ({ mail: { smtpUrl, from, dkim, eventKeys } }: Env) =>
    new Mailer({ smtpUrl, from, dkim, forSendgrid: eventKeys.sendgrid !== undefined }),
};

/** Global, so that the orders module can inject `OrderListener` without importing this module. */
@Global()
@Module({
  controllers: [
    CoursePageController,
    FirstStepController,
    LinkRequestsController,
    MailEventsController,
    PicturesController,
    RefundRequestController,
    ResourcesController,
    ResumeController,
    ScheduleController,
    SecondOrderController,
    UnsubscribeController,
    WithdrawalsController,
  ],
  providers: [
    { provide: OrderListener, useClass: CourseOrderListener },
    mailer,
    LessonStore,
    ResourceStore,
    Composer,
    DeliveryMetrics,
    CourseTasks,
    MailEventsService,
    BounceMailbox,
    ReaderService,
    CoursePageService,
    LinkRequestsService,
    RefundRequestService,
    ScheduleService,
    SecondOrderService,
    UnsubscribeService,
    WithdrawalsService,
    ObjectionService,
    FirstStepService,
  ],
  exports: [OrderListener, LessonStore],
})
export class CourseModule {}
