import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  lessonFileName,
  lessonFilesIn,
  lessonIdIn,
  parseLesson,
  readToolCards,
  withToolCards,
  type Lesson,
} from '@course/funnel/lessons';
import { type Illustrate, withoutPictures } from '../pictures/pictures.ts';

export type { Lesson };

/** A file that cannot be a lesson, and why. */
export interface LessonProblem {
  readonly file: string;
  readonly problem: string;
}

/** The lessons that could be read. */
export interface Lessons {
  /** In the order of their ids. */
  readonly all: readonly Lesson[];
  /** Files that could not be read; their lessons wait. */
  readonly problems: readonly LessonProblem[];
  /** A lesson that could not be read is looked for again, so that a repaired file needs no restart. */
  get(id: string): Lesson | undefined;
}

/** Throws when there is no such folder. */
const lessonIdsIn = (dir: string): string[] => lessonFilesIn(dir).flatMap((name) => lessonIdIn(name) ?? []);

const readLesson = (dir: string, id: string): Lesson =>
  parseLesson(id, readFileSync(path.join(dir, lessonFileName(id)), 'utf8'));

const sayProblem = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `cannot be read (${String(error.code)})` : error.message;
};

/**
 * Reads the lessons of a folder, and puts cards and pictures where their lines are. Never throws: what cannot be read is
 * in `problems`, each naming its file, and all other lessons are there. `illustrator` reads the pictures as they are now.
 */
export function loadLessons(dir: string, illustrator: () => Illustrate = () => withoutPictures): Lessons {
  const lessons = new Map<string, Lesson>();
  const problems = new Map<string, string>();
  let ofCards: readonly LessonProblem[] = [];
  const readInclusions = (): ((markdown: string) => string) => {
    const { cards, problems: found } = readToolCards(dir);
    const illustrate = illustrator();
    ofCards = found;
    return (markdown) => illustrate(withToolCards(markdown, cards));
  };
  const read = (id: string, inclusions = readInclusions): Lesson | undefined => {
    const file = lessonFileName(id);
    try {
      const written = readLesson(dir, id);
      const lesson = { ...written, markdown: inclusions()(written.markdown) };
      lessons.set(id, lesson);
      problems.delete(file);
      return lesson;
    } catch (error) {
      problems.set(file, sayProblem(error));
      return undefined;
    }
  };
  try {
    const ids = lessonIdsIn(dir);
    const withInclusions = readInclusions();
    for (const id of ids) read(id, () => withInclusions);
  } catch (error) {
    problems.set(dir, sayProblem(error));
  }
  return {
    get all() {
      return [...lessons.values()].sort((a, b) => a.id.localeCompare(b.id));
    },
    get problems() {
      return [...ofCards, ...[...problems].map(([file, problem]) => ({ file, problem }))];
    },
    get: (id) => lessons.get(id) ?? read(id),
  };
}
