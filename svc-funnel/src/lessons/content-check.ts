import { CURRICULUM_DAYS, DAYS_A_WEEK } from '@course/funnel';
import { checkLinks, checkParts, checkSize, headingProblems } from './content-rules.ts';
import { lessonFileName, parseLesson } from './lesson-file.ts';
import type { Lesson } from './lesson.ts';
import { sharedPassages } from './shared-passages.ts';

/** A lesson's file, as it lies in the folder. */
export interface ContentFile {
  readonly name: string;
  readonly text: string;
}

/** What is wrong, beginning with the file's name. */
export type ContentProblem = string;

interface Read {
  readonly name: string;
  readonly lesson: Lesson;
}

const readAll = (files: readonly ContentFile[]): { read: Read[]; problems: ContentProblem[] } => {
  const read: Read[] = [];
  const problems: ContentProblem[] = [];
  for (const { name, text } of files) {
    try {
      read.push({ name, lesson: parseLesson(text) });
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { read, problems };
};

const missing = (files: readonly ContentFile[], days: number): ContentProblem[] => {
  const names = new Set(files.map(({ name }) => name));
  const expected = Array.from({ length: days }, (_, index) => lessonFileName(index + 1));
  return expected.filter((name) => !names.has(name)).map((name) => `${name}: is missing`);
};

const strange = (files: readonly ContentFile[]): ContentProblem[] =>
  files.filter(({ name }) => !/^day-\d\d\.md$/.test(name)).map(({ name }) => `${name}: is not named like a lesson, such as day-01.md`);

/** What two of them have in common that each needs for itself. */
const repeated = (read: readonly Read[], what: string, of: (lesson: Lesson) => string): ContentProblem[] => {
  const first = new Map<string, string>();
  return read.flatMap(({ name, lesson }) => {
    const value = of(lesson).toLowerCase();
    const other = first.get(value);
    if (other === undefined) first.set(value, name);
    return other === undefined ? [] : [`${name}: has the ${what} of ${other}: ${of(lesson)}`];
  });
};

const placeProblems = ({ name, lesson: { day, week } }: Read): ContentProblem[] => [
  ...(name === lessonFileName(day) ? [] : [`${name}: says day ${day}, which belongs into ${lessonFileName(day)}`]),
  ...(week === Math.ceil(day / DAYS_A_WEEK) ? [] : [`${name}: says week ${week}, but day ${day} is in week ${Math.ceil(day / DAYS_A_WEEK)}`]),
];

const ownProblems = (names: ReadonlySet<string>) => ({ name, lesson }: Read): ContentProblem[] =>
  [...headingProblems(lesson), ...checkSize(lesson), ...checkParts(lesson), ...checkLinks(lesson, names)].map((problem) => `${name}: ${problem}`);

/** All that keeps these files from being a course of so many days: none when it can be sent as it is. */
export function contentProblems(files: readonly ContentFile[], days = CURRICULUM_DAYS): ContentProblem[] {
  const { read, problems } = readAll(files);
  const names = new Set(files.map(({ name }) => name));
  return [
    ...missing(files, days),
    ...strange(files),
    ...problems,
    ...read.flatMap(placeProblems),
    ...repeated(read, 'day', ({ day }) => String(day)),
    ...repeated(read, 'title', ({ title }) => title),
    ...repeated(read, 'exercise', ({ exercise }) => exercise),
    ...read.flatMap(ownProblems(names)),
    ...sharedPassages(read.map(({ name, lesson }) => ({ name, text: lesson.markdown }))),
  ].sort();
}
