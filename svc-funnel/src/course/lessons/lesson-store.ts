import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { loadLessons, type Lesson, type Lessons } from './lessons.ts';
import { illustrateFrom } from '../pictures/pictures.ts';
import type { Env } from '../../platform/env.ts';
import { ENV, LOGGER } from '../../platform/tokens.ts';

/** The lessons as their files say them, read when first asked for. */
@Injectable()
export class LessonStore {
  #lessons: Lessons | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined while its file is missing or cannot be read. */
  get(id: string): Lesson | undefined {
    return (this.#lessons ??= this.#load()).get(id);
  }

  /** How many files could not be read when they were last asked for. Reads nothing itself. */
  get unreadable(): number {
    return this.#lessons?.problems.length ?? 0;
  }

  #load(): Lessons {
    const lessons = loadLessons(this.env.course.lessonsDir, illustrateFrom(this.env));
    for (const { file, problem } of lessons.problems) this.logger.error({ file, problem }, 'a lesson cannot be read');
    return lessons;
  }
}
