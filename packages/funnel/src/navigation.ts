import type { DeclaredFlow, DeclaredQuestion, DeclaredStep, LiveFlow, PathStep } from '@course/contracts';
import { decodeChoices, type Answers } from './answers.ts';
import { PRODUCT } from './product.mjs';
import type { Exit, StepRow } from './step.ts';

/** Returns the row with a key. The type of `key` guarantees that it exists. */
export const rowOf = <Row extends StepRow>(rows: readonly Row[], key: Row['key']): Row =>
  rows.find((row) => row.key === key)!;

/** Returns the value of `data-screen`: the path without its slash, `root` for `/`. */
export const screenOf = ({ path }: Pick<StepRow, 'path'>): string => path.slice(1) || 'root';

/** Returns the document's title for a screen with this title. */
export const documentTitle = (title: string): string => `${title} - ${PRODUCT.name}`;

/** Returns a remote's route for a row, without its component. */
export const routeOf = (row: StepRow) => ({
  path: row.path,
  screen: screenOf(row),
  title: documentTitle(row.title),
  indexable: row.indexable === true,
  private: row.private === true,
});

export const isExit = (target: string | Exit | null): target is Exit => typeof target === 'object' && target !== null;

/** Returns true for a step that shows `n / total`. A step without a question may count without showing a number. */
export const isNumbered = (row: StepRow): boolean => row.counts === true && row.asks !== undefined;

const questionOf = ({ asks, kind, options = [] }: StepRow): DeclaredQuestion | null =>
  asks === undefined
    ? null
    : {
        key: asks,
        kind: kind === 'multi' ? 'several' : 'one',
        options: options.map(({ value, label }) => ({ value, label })),
      };

const declaredStepOf = (row: StepRow): DeclaredStep => ({
  key: row.key,
  path: row.path,
  title: row.title,
  kind: row.kind,
  question: questionOf(row),
  counts: row.counts === true,
  next: isExit(row.next) ? null : row.next,
  exit: isExit(row.next) ? row.next.exit : null,
});

interface FlowDeclaration {
  readonly rows: readonly StepRow[];
  /** Paths by entry name, optionally with a fragment. */
  readonly entries: Readonly<Record<string, string>>;
  readonly exits: readonly string[];
  readonly needs: DeclaredFlow['needs'];
}

/** Returns a remote's flow as its descriptor declares it. */
export const declareFlow = ({ rows, entries, exits, needs }: FlowDeclaration): DeclaredFlow => ({
  entries: { ...entries },
  exits: [...exits],
  steps: rows.map(declaredStepOf),
  needs,
});

type Path = LiveFlow['path'];

export const isAnswered = ({ question }: Pick<PathStep, 'question'>, answers: Answers): boolean =>
  question === undefined || decodeChoices(answers[question]).length > 0;

/** Returns the first unanswered question on the path; undefined if all are answered. */
export const firstUnanswered = (path: Path, answers: Answers): PathStep | undefined =>
  path.find((step) => !isAnswered(step, answers));

/**
 * Returns the step where a returning visitor continues: the furthest they reached, or the step after their last answer
 * if that one no longer exists, but never past an unanswered question. Questions before their first answer are ignored,
 * because an entry may skip them. Undefined for a new visitor.
 */
export function resumeAt(path: Path, answers: Answers, furthest: string | undefined): PathStep | undefined {
  if (!furthest) return undefined;
  const known = path.findIndex((step) => step.key === furthest);
  const answered = path.map((step) => step.question !== undefined && isAnswered(step, answers));
  const reached = known < 0 ? answered.lastIndexOf(true) + 1 : known;
  const firstAnswered = answered.indexOf(true);
  const unanswered = path.findIndex((step, index) => index > firstAnswered && !isAnswered(step, answers));
  return path[unanswered < 0 ? reached : Math.min(reached, unanswered)];
}

/** Returns the further of two steps on the path. A step that is not on it never counts as further. */
export const furtherOf = (path: Path, a: string | undefined, b: string): string | undefined =>
  path.findIndex((step) => step.key === b) > path.findIndex((step) => step.key === a) ? b : a;
