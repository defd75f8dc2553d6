import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { loadLessons, type Lesson, type Lessons } from './lessons.ts';
import { illustrateFrom } from '../pictures/pictures.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { ENV, LOGGER } from '../../platform/tokens.ts';

/** A lesson that cannot be read is looked for again after so long, in ms: somebody may have repaired its file. */
const LOOK_AGAIN_MS = 30_000;

/** The lessons as their files say them, read once; again when one is missing. */
@Injectable()
export class LessonStore {
  readonly #env: Env;
  readonly #logger: Logger;
  readonly #clock: Clock = systemClock;
  #lessons: Lessons | undefined;
  #readAt = 0;

  constructor(@Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger) {
    this.#env = env;
    this.#logger = logger;
  }

  /** Undefined while its file is missing or cannot be read. */
  get(id: string): Lesson | undefined {
    return this.#read().get(id) ?? this.#readAgain().get(id);
  }

  /** How many files could not be read when they were last asked for. Reads nothing itself. */
  get unreadable(): number {
    return this.#lessons?.problems.length ?? 0;
  }

  #read(): Lessons {
    if (this.#lessons) return this.#lessons;
    this.#readAt = this.#clock().getTime();
    this.#lessons = loadLessons(this.#env.course.lessonsDir, illustrateFrom(this.#env));
    for (const { file, problem } of this.#lessons.problems)
      this.#logger.error({ file, problem }, 'a lesson cannot be read');
    return this.#lessons;
  }

  #readAgain(): Lessons {
    if (this.#clock().getTime() - this.#readAt > LOOK_AGAIN_MS) this.#lessons = undefined;
    return this.#read();
  }
}
