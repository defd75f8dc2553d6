import { ApiError, type CourseView, type LessonText } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK } from '../../platform/tokens.ts';
import { LessonStore } from '../lessons/lesson-store.ts';
import { placedLesson } from '../lessons/placed-lesson.ts';
import { lessonPage } from '../lessons/render-lesson.ts';
import { closedAt, courseViewOf, READABLE_STATUSES } from './course-view.ts';
import type { Reader } from './reader.service.ts';

@Injectable()
export class CoursePageService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly lessons: LessonStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view({ order, course }: Reader): Promise<CourseView> {
    const lessons = await this.prisma.delivery.findMany({
      where: { orderId: order.id, kind: 'lesson', status: { in: READABLE_STATUSES } },
      select: { place: true, sentAt: true, dueAt: true },
    });
    return courseViewOf({ course, order, lessons, lessonOf: (id) => this.lessons.get(id) }, this.clock());
  }

  /** Rejects with `lesson_unknown` for one that is not among the reader's, or cannot be read now. */
  async lesson({ order, course }: Reader, place: number): Promise<LessonText> {
    if (closedAt(course, order, this.clock())) throw new ApiError('lesson_unknown');
    const sent = await this.prisma.delivery.findFirst({
      where: { orderId: order.id, kind: 'lesson', place, status: { in: READABLE_STATUSES } },
      select: { id: true },
    });
    const placed = sent ? placedLesson(course, place, (id) => this.lessons.get(id)) : undefined;
    if (!placed) throw new ApiError('lesson_unknown');
    const { title, minutes, exercise } = placed.lesson;
    return { place, title, minutes, exercise, html: lessonPage(placed) };
  }
}
