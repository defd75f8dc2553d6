import { decodeChoices, encodeChoices, toggleChoice } from '@course/funnel';
import { pathOf, stepAt, STEPS, type Step } from '@course/test-kit/product-flow';

/** An entry of the browser's history. Entries of one document are reached without a load, so also offline. */
interface Entry {
  readonly path: string;
  readonly document: number;
}

/** What the product should know and show, worked out from the step table alone. */
export interface Model {
  history: Entry[];
  at: number;
  /** Whether the welcome, which opens once a visit, has been closed. */
  welcomed: boolean;
  online: boolean;
  answers: Record<string, string>;
  email: string;
  name: string;
}

/** Screens that can be left in any order without waiting; the quiz's own and the two forms. */
const WALKED: readonly Step['kind'][] = [
  'yes-no',
  'landing',
  'gender',
  'social-proof',
  'single',
  'multi',
  'reassurance',
  'study',
  'profile',
  'email',
  'name',
];
const STARTS = STEPS.filter((step) => WALKED.includes(step.kind));

export const startAt = (pick: number): Model => ({
  history: [{ path: choose(STARTS, pick).path, document: 0 }],
  at: 0,
  welcomed: false,
  online: true,
  answers: {},
  email: '',
  name: '',
});

export const choose = <Value>(values: readonly Value[], pick: number): Value => values[pick % values.length]!;
export const here = (model: Model): Step => stepAt(model.history[model.at]!.path)!;
export const isWalked = (step: Step): boolean => WALKED.includes(step.kind);
export const linkTarget = (model: Model, pick: number): Step =>
  choose(
    STARTS.filter((step) => step !== here(model)),
    pick,
  );

/** What is selected on the screen, or typed into its field. */
export function shown(model: Model): readonly string[] {
  const step = here(model);
  if (step.kind === 'email') return [model.email];
  if (step.kind === 'name') return [model.name];
  // The landing's buttons start the quiz; they are never shown as chosen.
  if (!('asks' in step) || step.kind === 'landing') return [];
  // Entries ask the same in other words: what was answered on another one is no option here.
  const options: readonly string[] = step.options.map(({ value }) => value);
  return decodeChoices(model.answers[step.asks])
    .filter((value) => options.includes(value))
    .sort();
}

/** A screen is shown within the document on show. */
export function goTo(model: Model, path: string): void {
  const { document } = model.history[model.at]!;
  model.history = [...model.history.slice(0, model.at + 1), { path, document }];
  model.at += 1;
}

/** A screen is loaded afresh. */
export function load(model: Model, path: string): void {
  const document = Math.max(...model.history.map((entry) => entry.document)) + 1;
  model.history = [...model.history.slice(0, model.at + 1), { path, document }];
  model.at += 1;
}

/** Whether the browser can move so far in its history; offline it cannot load another document. */
export function canMove(model: Model, by: -1 | 1): boolean {
  const target = model.history[model.at + by];
  return target !== undefined && (model.online || target.document === model.history[model.at]!.document);
}

/** Stores a choice. Returns whether the visitor can go on. */
export function take(model: Model, step: Step, value: string): boolean {
  if (!('asks' in step)) return true;
  if (step.kind !== 'multi') {
    model.answers[step.asks] = value;
    return true;
  }
  const chosen = toggleChoice(decodeChoices(model.answers[step.asks]), value, step.exclusive);
  model.answers[step.asks] = encodeChoices(chosen);
  return chosen.length > 0;
}

export const nextPath = (step: Step): string => pathOf(step.next!);
