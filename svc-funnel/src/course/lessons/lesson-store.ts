import type { Lesson } from '@course/funnel/lessons';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { loadLessons, type Lessons } from './lessons.ts';
import { illustrateFrom } from '../pictures/pictures.ts';
import type { Env } from '../../platform/env.ts';
import { ProblemLog } from '../../platform/problem-log.ts';
import { ENV, LOGGER } from '../../platform/tokens.ts';

/** The lessons, read from their files on first use. */
@Injectable()
export class LessonStore {
  #lessons: Lessons | undefined;
  readonly #problems: ProblemLog;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#problems = new ProblemLog(logger, 'a lesson cannot be read');
  }

  /** Returns undefined while the file is missing or cannot be read. */
  get(id: string): Lesson | undefined {
    this.#lessons ??= loadLessons(this.env.course.lessonsDir, () => illustrateFrom(this.env));
    const lesson = this.#lessons.get(id);
    this.#problems.report(this.#lessons.problems);
    return lesson;
  }

  /** How many files could not be read at the last attempt. Reads nothing itself. */
  get unreadable(): number {
    return this.#lessons?.problems.length ?? 0;
  }
}
