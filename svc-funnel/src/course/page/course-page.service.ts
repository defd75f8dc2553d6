import { ApiError, type CourseView, type LessonText } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import { resumeUntil } from '../enrolment/stop-and-resume.ts';
import { LessonStore } from '../lessons/lesson-store.ts';
import { placedLesson } from '../lessons/placed-lesson.ts';
import { lessonPage } from '../lessons/render-lesson.ts';
import { closedAt, courseViewOf, isReadable } from './course-view.ts';
import type { Reader } from './reader.service.ts';

@Injectable()
export class CoursePageService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly lessons: LessonStore,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view({ order, course }: Reader): Promise<CourseView> {
    const orderId = order.id;
    const now = this.clock();
    const [lessons, marks, until] = await Promise.all([
      this.prisma.delivery.findMany({
        where: { orderId, kind: 'lesson' },
        select: { place: true, status: true, attempts: true, sentAt: true, dueAt: true, createdAt: true },
      }),
      this.prisma.lessonMark.findMany({ where: { orderId }, select: { place: true, doneAt: true } }),
      resumeUntil(this.prisma, course, now),
    ]);
    const { sendHour } = this.env.course;
    const lessonOf = (id: string) => this.lessons.get(id);
    return courseViewOf({ course, order, lessons, marks, lessonOf, resumeUntil: until, sendHour }, now);
  }

  /** Rejects with `lesson_unknown` if the reader does not have that lesson, or it cannot be read now. */
  async lesson(reader: Reader, place: number): Promise<LessonText> {
    await this.#requireReadable(reader, place);
    const placed = placedLesson(reader.course, place, (id) => this.lessons.get(id));
    if (!placed) throw new ApiError('lesson_unknown');
    const { title, minutes, exercise } = placed.lesson;
    return { place, title, minutes, exercise, html: lessonPage(placed) };
  }

  /** Idempotent: a lesson keeps the time at which it was first marked. Rejects with `lesson_unknown`. */
  async mark(reader: Reader, place: number, isDone: boolean): Promise<void> {
    await this.#requireReadable(reader, place);
    const key = { orderId: reader.order.id, place };
    if (isDone)
      await this.prisma.lessonMark.createMany({ data: [{ ...key, doneAt: this.clock() }], skipDuplicates: true });
    else await this.prisma.lessonMark.deleteMany({ where: key });
  }

  async #requireReadable({ order, course }: Reader, place: number): Promise<void> {
    if (closedAt(course, order, this.clock())) throw new ApiError('lesson_unknown');
    const lesson = await this.prisma.delivery.findFirst({
      where: { orderId: order.id, kind: 'lesson', place },
      select: { status: true, attempts: true },
    });
    if (!lesson || !isReadable(lesson)) throw new ApiError('lesson_unknown');
  }
}
