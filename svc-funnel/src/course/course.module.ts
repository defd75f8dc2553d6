import { Module } from '@nestjs/common';
import { Mailer } from '../mail/mailer.ts';
import type { Env } from '../platform/env.ts';
import { ENV } from '../platform/tokens.ts';
import { Composer } from './composer.ts';
import { CourseTasks } from './course-tasks.ts';
import { DeliveryMetrics } from './delivery-metrics.ts';
import { LessonStore } from './lesson-store.ts';

const mailer = {
  provide: Mailer,
  inject: [ENV],
  useFactory: ({ mail }: Env) => new Mailer({ smtpUrl: mail.smtpUrl, from: mail.from }),
};

@Module({ providers: [mailer, LessonStore, Composer, DeliveryMetrics, CourseTasks], exports: [LessonStore, Mailer] })
export class CourseModule {}
