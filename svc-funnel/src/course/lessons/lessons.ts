import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lessonFileName, parseLesson, readToolCards, withToolCards, type Lesson } from '@course/funnel/lessons';

export type { Lesson };
export { belowTitle, renderLesson, type RenderedLesson } from './render-lesson.ts';

/** A file that cannot be a lesson, and why. */
export interface LessonProblem {
  readonly file: string;
  readonly problem: string;
}

/** The lessons that could be read. */
export interface Lessons {
  /** In the curriculum's order. */
  readonly all: readonly Lesson[];
  /** Files that could not be read; their lessons wait. */
  readonly problems: readonly LessonProblem[];
  /** A lesson that could not be read is looked for again, so that a repaired file needs no restart. */
  get(curriculumDay: number): Lesson | undefined;
}

const LESSON_FILE = /^day-\d+\.md$/;

/** The names of the lessons' files in a folder, in the curriculum's order. Throws when there is no such folder. */
export const lessonFilesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => LESSON_FILE.test(name))
    .sort();

type ToolCards = ReturnType<typeof readToolCards>['cards'];

const readLesson = (dir: string, file: string, cards: ToolCards): Lesson => {
  const lesson = parseLesson(readFileSync(path.join(dir, file), 'utf8'));
  // The name decides when two files claim a day: only one of them can be named after it.
  if (lessonFileName(lesson.day) !== file)
    throw new Error(`says day ${lesson.day}, which belongs in ${lessonFileName(lesson.day)}`);
  return { ...lesson, markdown: withToolCards(lesson.markdown, cards) };
};

const sayProblem = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `cannot be read (${String(error.code)})` : error.message;
};

class LessonFolder implements Lessons {
  readonly #dir: string;
  readonly #lessons = new Map<number, Lesson>();
  readonly #problems = new Map<string, string>();
  readonly #cards: ToolCards;

  constructor(dir: string) {
    this.#dir = dir;
    const { cards, problems } = readToolCards(dir);
    this.#cards = cards;
    for (const { file, problem } of problems) this.#problems.set(file, problem);
    try {
      for (const file of lessonFilesIn(dir)) this.#read(file);
    } catch (error) {
      this.#problems.set(dir, sayProblem(error));
    }
  }

  get all(): readonly Lesson[] {
    return [...this.#lessons.values()].sort((a, b) => a.day - b.day);
  }

  get problems(): readonly LessonProblem[] {
    return [...this.#problems].map(([file, problem]) => ({ file, problem }));
  }

  get(curriculumDay: number): Lesson | undefined {
    return this.#lessons.get(curriculumDay) ?? this.#read(lessonFileName(curriculumDay));
  }

  #read(file: string): Lesson | undefined {
    try {
      const lesson = readLesson(this.#dir, file, this.#cards);
      this.#lessons.set(lesson.day, lesson);
      this.#problems.delete(file);
      return lesson;
    } catch (error) {
      this.#problems.set(file, sayProblem(error));
      return undefined;
    }
  }
}

/**
 * Reads `day-01.md` ... of a folder. Never throws: what cannot be read is in `problems`, each naming its file, and all
 * other lessons are there.
 */
export const loadLessons = (dir: string): Lessons => new LessonFolder(dir);
