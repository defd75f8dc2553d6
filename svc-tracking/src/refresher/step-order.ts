import type { RemoteStepRow } from '@course/contracts';

/** A step as `rollups.set_steps` takes it. */
export interface StepRow {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly question_key: string | null;
  readonly place: number;
  /** Leads on or is led to. */
  readonly is_on_way: boolean;
}

/** Of two steps with one key or path the first counts. */
const distinct = (steps: readonly RemoteStepRow[]): RemoteStepRow[] =>
  steps.filter((step, index) => steps.findIndex(({ key, path }) => key === step.key || path === step.path) === index);

/**
 * The steps of all live releases in the order of the way: none before a step that leads to it, and otherwise as the tables
 * have it that the remotes were built with. Those may be of different ages, so that their places alone would not do.
 */
export function inOrder(steps: readonly RemoteStepRow[]): StepRow[] {
  const left = distinct(steps).sort((a, b) => a.place - b.place);
  const ledTo = new Set(left.map(({ next }) => next));
  const ordered: RemoteStepRow[] = [];
  while (left.length > 0) {
    const isFree = ({ key }: RemoteStepRow): boolean => !left.some((other) => other.next === key);
    // A circle of steps has no free one: then the table decides.
    ordered.push(...left.splice(Math.max(0, left.findIndex(isFree)), 1));
  }
  return ordered.map(({ key, path, title, question, next }, index) => ({
    key,
    path,
    title,
    question_key: question,
    place: index + 1,
    is_on_way: next !== null || ledTo.has(key),
  }));
}
