import { liveFlow, type DeclaredFlow } from '@course/contracts';
import { rowOf, screenOf as screenOfPath } from '@course/funnel';
import * as legal from 'mf-legal/flow';
import * as offer from 'mf-offer/flow';
import * as quiz from 'mf-quiz/flow';

/*
 * The joined flow of this checkout's remotes, for tools and tests: each remote's own table, with exits resolved.
 * Remotes, services and the shell do not use it; they use what live releases declare.
 */
type QuizRow = (typeof quiz.STEPS)[number];
type Row = QuizRow | (typeof offer.STEPS)[number] | (typeof legal.STEPS)[number];

export type StepKey = Row['key'];
export type StepKind = Row['kind'];
type Resolved<R extends Row> = R extends Row
  ? Omit<R, 'next' | 'back' | 'key'> & {
      readonly key: StepKey;
      readonly next: StepKey | null;
      readonly back: StepKey | null;
    }
  : never;
export type Step = Resolved<Row>;

const ROWS: readonly Row[] = [...quiz.STEPS, ...offer.STEPS, ...legal.STEPS];
const ENTRIES: Readonly<Record<string, string>> = { ...legal.ENTRIES, ...offer.ENTRIES, ...quiz.ENTRIES };

const resolve = (target: Row['next']): StepKey | null => {
  if (target === null || typeof target === 'string') return target;
  const row = ROWS.find(({ path }) => path === ENTRIES[target.exit]);
  if (!row) throw new Error(`No remote has the entry ${target.exit}.`);
  return row.key;
};

export const STEPS: readonly Step[] = ROWS.map((row) => ({
  ...row,
  next: resolve(row.next),
  back: resolve(row.back),
}));

/** The flow that each remote's build declares, in the order of the path. */
export const FLOWS: readonly DeclaredFlow[] = [quiz.FLOW, offer.FLOW, legal.FLOW];

/** The joined flow, as the edge computes it for every page. */
export const FLOW = liveFlow(FLOWS);

export const stepOf = (key: StepKey): Step => STEPS.find((step) => step.key === key)!;
export const stepAt = (path: string): Step | undefined => STEPS.find((step) => step.path === path);
export const pathOf = (key: StepKey): string => rowOf(ROWS, key).path;
export const screenOf = (step: Pick<Step, 'path'>): string => screenOfPath(step);
export const isEntry = (key: StepKey): boolean => quiz.STEPS.some((step) => step.key === key && step.indexable);

/** The specified path from the first question: q1, onboarding, q2, ... sales002, payment-success. q11 is not on it. */
export const PATH: readonly Step[] = FLOW.path.map(({ path }) => stepAt(path)!);

/** The keys of all questions. */
export const ANSWER_KEYS: readonly string[] = [
  ...new Set(STEPS.flatMap((step) => ('asks' in step ? [step.asks] : []))),
];
