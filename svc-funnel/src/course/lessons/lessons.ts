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
import type { FileProblem } from '../../platform/problem-log.ts';
import type { Illustrate } from '../pictures/pictures.ts';

/** The lessons of a folder. */
export interface Lessons {
  /** Files that could not be read. */
  readonly problems: readonly FileProblem[];
  /**
   * Returns undefined if the lesson cannot be read. Its file is read again at each call, so that a repaired one needs
   * no restart.
   */
  get(id: string): Lesson | undefined;
}

/** Throws if the folder does not exist. */
const lessonIdsIn = (dir: string): string[] => lessonFilesIn(dir).flatMap((name) => lessonIdIn(name) ?? []);

const readLesson = (dir: string, id: string): Lesson =>
  parseLesson(id, readFileSync(path.join(dir, lessonFileName(id)), 'utf8'));

const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `cannot be read (${String(error.code)})` : error.message;
};

/**
 * Reads the lessons of a folder and inserts tool cards and pictures at their placeholders. Never throws: files that
 * cannot be read are listed in `problems`, and all other lessons are available. `illustrator` reads the current
 * pictures.
 */
export function loadLessons(dir: string, illustrator: () => Illustrate): Lessons {
  const lessons = new Map<string, Lesson>();
  const problems = new Map<string, string>();
  let cardProblems: readonly FileProblem[] = [];
  const readInclusions = (): ((markdown: string) => string) => {
    const { cards, problems: found } = readToolCards(dir);
    const illustrate = illustrator();
    cardProblems = found;
    return (markdown) => illustrate(withToolCards(markdown, cards));
  };
  const read = (id: string, inclusions = readInclusions): Lesson | undefined => {
    const file = lessonFileName(id);
    try {
      const parsed = readLesson(dir, id);
      const lesson = { ...parsed, markdown: inclusions()(parsed.markdown) };
      lessons.set(id, lesson);
      // The folder may have been missing at first, such as a volume that was mounted later.
      problems.delete(dir);
      problems.delete(file);
      return lesson;
    } catch (error) {
      problems.set(file, problemOf(error));
      return undefined;
    }
  };
  try {
    const ids = lessonIdsIn(dir);
    const withInclusions = readInclusions();
    for (const id of ids) read(id, () => withInclusions);
  } catch (error) {
    problems.set(dir, problemOf(error));
  }
  return {
    get problems() {
      return [...cardProblems, ...[...problems].map(([file, problem]) => ({ file, problem }))];
    },
    get: (id) => lessons.get(id) ?? read(id),
  };
}
