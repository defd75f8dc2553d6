import { Module } from '@nestjs/common';
import { CoursePageModule } from '../course-page/course-page.module.ts';
import { RefundRequestController } from './refund-request.controller.ts';
import { RefundRequestService } from './refund-request.service.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';
import { UnsubscribeService } from './unsubscribe.service.ts';

@Module({ imports: [CoursePageModule], controllers: [UnsubscribeController, RefundRequestController], providers: [UnsubscribeService, RefundRequestService] })
export class LeavingModule {}
