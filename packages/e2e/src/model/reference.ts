import { decodeChoices, encodeChoices, toggleChoice } from '@course/funnel';
import { pathOf, stepAt, STEPS, type Step } from '@course/test-kit/product-flow';

/** An entry of the browser's history. Entries of the same document can be reached without a load, so even offline. */
interface Entry {
  readonly path: string;
  readonly document: number;
}

/** The state that the product should have, derived only from the step table. */
export interface Model {
  history: Entry[];
  at: number;
  /** True once the welcome dialog, which opens once per visit, has been closed. */
  welcomed: boolean;
  online: boolean;
  /** True once a screen was answered or left by its button: from then on the walk works without a network (ADR 17). */
  hasActed: boolean;
  answers: Record<string, string>;
  email: string;
  name: string;
}

/** Screens that can be left in any order without waiting: those of the quiz and the two forms. */
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
  hasActed: false,
  answers: {},
  email: '',
  name: '',
});

export const choose = <Value>(values: readonly Value[], pick: number): Value => values[pick % values.length]!;
export const currentStep = (model: Model): Step => stepAt(model.history[model.at]!.path)!;
export const isWalked = (step: Step): boolean => WALKED.includes(step.kind);
export const linkTarget = (model: Model, pick: number): Step =>
  choose(
    STARTS.filter((step) => step !== currentStep(model)),
    pick,
  );

/** Returns what is selected on the screen, or typed into its field. */
export function shown(model: Model): readonly string[] {
  const step = currentStep(model);
  if (step.kind === 'email') return [model.email];
  if (step.kind === 'name') return [model.name];
  // The buttons of the landing screen start the quiz and are never shown as chosen.
  if (!('asks' in step) || step.kind === 'landing') return [];
  // Entries share a key with different options: an answer from another entry may not be an option here.
  const options: readonly string[] = step.options.map(({ value }) => value);
  return decodeChoices(model.answers[step.asks])
    .filter((value) => options.includes(value))
    .sort();
}

/** Shows a screen in the current document. */
export function goTo(model: Model, path: string): void {
  const { document } = model.history[model.at]!;
  model.history = [...model.history.slice(0, model.at + 1), { path, document }];
  model.at += 1;
}

/** Loads a screen in a new document. */
export function load(model: Model, path: string): void {
  const document = Math.max(...model.history.map((entry) => entry.document)) + 1;
  model.history = [...model.history.slice(0, model.at + 1), { path, document }];
  model.at += 1;
}

/** Returns whether the browser can move in its history. Offline it cannot load another document. */
export function canMove(model: Model, by: -1 | 1): boolean {
  const target = model.history[model.at + by];
  return target !== undefined && (model.online || target.document === model.history[model.at]!.document);
}

/** Stores a choice. Returns whether the visitor can continue. */
export function storeChoice(model: Model, step: Step, value: string): boolean {
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
