import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { CourseModule } from '../course/course.module.ts';
import { LessonStore } from '../course/lessons/lesson-store.ts';
import type { Clock } from '../platform/clock.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, LOGGER } from '../platform/tokens.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { watch } from './watch.ts';

/** Checks every few minutes whether something needs the owner's attention. */
@Injectable()
class HealthTasks implements OnModuleInit {
  constructor(
    private readonly registry: TaskRegistry,
    private readonly prisma: PrismaService,
    private readonly lessons: LessonStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.register('watch', () => this.#watch());
  }

  async #watch(): Promise<void> {
    const hasMailed = await watch({ prisma: this.prisma, lessons: this.lessons, now: this.clock() });
    if (hasMailed) this.logger.warn('something needs the owner: see npm run owner -- status');
  }
}

@Module({ imports: [CourseModule], providers: [HealthTasks] })
export class HealthModule {}
