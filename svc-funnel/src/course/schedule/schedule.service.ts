import { ApiError, type ChangeSchedule, type PauseCourse } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { IANAZone } from 'luxon';
import type { Course } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import type { Reader } from '../page/reader.service.ts';
import {
  changeSchedule,
  pauseUntil,
  type ScheduleChange,
  type ScheduleContext,
  sendNextLessonNow,
} from './running-course.ts';

/**
 * Changes when a reader's lessons come. Every method rejects with `course_not_running` unless the course is running.
 */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `unknown_time_zone`. */
  async change(reader: Reader, { hour, weekdaysOnly, timeZone }: ChangeSchedule): Promise<void> {
    if (timeZone !== undefined && !IANAZone.isValidZone(timeZone)) throw new ApiError('unknown_time_zone');
    await this.#change(reader, () => ({
      ...(hour !== undefined && { sendHour: hour }),
      ...(weekdaysOnly !== undefined && { weekdaysOnly }),
      ...(timeZone !== undefined && { timeZone }),
    }));
  }

  /** Rejects with `pause_out_of_range`. */
  async pause(reader: Reader, { until }: PauseCourse): Promise<void> {
    await this.#change(reader, pauseUntil(until, this.clock()));
  }

  /** Ends a pause; without one, nothing changes. */
  async endPause(reader: Reader): Promise<void> {
    await this.#change(reader, () => ({ pausedUntil: null }));
  }

  /** Rejects with `lesson_under_way` and `lessons_of_today`. */
  async sendNextNow({ order }: Reader): Promise<void> {
    await this.prisma.$transaction((db) => sendNextLessonNow(db, order.id, this.#context));
  }

  #change({ order }: Reader, changeOf: (course: Course) => ScheduleChange): Promise<void> {
    return this.prisma.$transaction((db) => changeSchedule(db, order.id, changeOf, this.#context));
  }

  get #context(): ScheduleContext {
    return { now: this.clock(), sendHour: this.env.course.sendHour };
  }
}
