// Free of zod, because the shell and the remotes bundle it.

import type { Declarations, DeclaredFlow, DeclaredStep } from './flow.ts';

/** The entry at the first question, where the funnel's path begins. */
const FIRST_ENTRY = 'quiz';

/** A step of the path. `question` is the key under which its answer is stored. */
export interface PathStep {
  readonly key: string;
  readonly path: string;
  readonly question?: string;
}

/** The combined flow of all live releases, as in every page's configuration. */
export interface LiveFlow {
  /** The paths of named entries. */
  readonly entries: Readonly<Record<string, string>>;
  /** The steps from the first question on. */
  readonly path: readonly PathStep[];
  /** Keys of the steps that count as questions, in order: the position is `n`, the length is the total. */
  readonly counted: readonly string[];
  /** Values and labels of the questions whose answers another remote shows, in the order of the options. */
  readonly labels: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>>;
}

export const EMPTY_FLOW: LiveFlow = { entries: {}, path: [], counted: [], labels: {} };

/** A step with its exit resolved: `next` may be a key of any remote. */
type LiveStep = Omit<DeclaredStep, 'exit'>;

const entriesOf = (flows: readonly DeclaredFlow[]): Readonly<Record<string, string>> =>
  // If two remotes claim a name, the first one wins.
  Object.assign({}, ...flows.toReversed().map(({ entries }) => entries));

const withoutFragment = (path: string): string => path.split('#', 1)[0]!;

/** Returns the remotes in the order in which they lead to each other. Unconnected remotes are last. */
function inFunnelOrder(flows: readonly DeclaredFlow[]): DeclaredFlow[] {
  const exitsOf = ({ steps }: DeclaredFlow) => steps.flatMap(({ exit }) => exit ?? []);
  const leadsTo = (from: DeclaredFlow, to: DeclaredFlow): boolean =>
    from !== to && exitsOf(from).some((exit) => exit in to.entries);
  const ordered: DeclaredFlow[] = [];
  const add = (flow: DeclaredFlow): void => {
    if (ordered.includes(flow)) return;
    ordered.push(flow);
    for (const next of flows) if (leadsTo(flow, next)) add(next);
  };
  const hasPrevious = (flow: DeclaredFlow): boolean => flows.some((other) => leadsTo(other, flow));
  const hasNext = (flow: DeclaredFlow): boolean => flows.some((other) => leadsTo(flow, other));
  for (const flow of flows) if (!hasPrevious(flow) && hasNext(flow)) add(flow);
  flows.forEach(add);
  return ordered;
}

/** Returns the steps of all flows, each key and path once, in funnel order, with exits resolved. */
function liveSteps(flows: readonly DeclaredFlow[]): LiveStep[] {
  const all = inFunnelOrder(flows).flatMap(({ steps }) => steps);
  const steps = all.filter(
    (step, index) => all.findIndex(({ key, path }) => key === step.key || path === step.path) === index,
  );
  const entries = entriesOf(flows);
  const keyOf = (exit: string): string | null =>
    steps.find(({ path }) => path === withoutFragment(entries[exit] ?? ''))?.key ?? null;
  return steps.map(({ exit, next, ...step }) => ({ ...step, next: exit === null ? next : keyOf(exit) }));
}

/** Returns the steps from `first` on. Stops before it would loop. */
function walk(steps: readonly LiveStep[], first: LiveStep | undefined): LiveStep[] {
  const visited: LiveStep[] = [];
  for (let step = first; step && !visited.includes(step); step = steps.find(({ key }) => key === step?.next))
    visited.push(step);
  return visited;
}

/** Returns the combined flow of these live releases, as pages need it. */
export function liveFlow(flows: readonly DeclaredFlow[]): LiveFlow {
  const steps = liveSteps(flows);
  const entries = entriesOf(flows);
  const first = steps.find(({ path }) => path === entries[FIRST_ENTRY]);
  const shown = new Set(flows.flatMap(({ needs }) => needs.labels));
  const questions = steps.flatMap(({ question }) => (question && shown.has(question.key) ? [question] : []));
  return {
    entries,
    path: walk(steps, first).map(({ key, path, question }) => ({
      key,
      path,
      ...(question && { question: question.key }),
    })),
    counted: steps.flatMap(({ key, counts }) => (counts ? [key] : [])),
    labels: Object.fromEntries(
      questions.map(({ key, options }) => [key, options.map(({ value, label }) => [value, label] as const)]),
    ),
  };
}

/*
 * Placeholders in prerendered HTML, which the edge fills in from the live releases when it composes a page. A remote's
 * build knows neither the paths of other remotes nor how many questions they ask.
 */
export const entryToken = (entry: string): string => `/{{entry-${entry}}}`;
export const numberToken = (step: string): string => `{{number-${step}}}`;
export const TOTAL_TOKEN = '{{questions}}';

const FLOW_TOKEN = /\/\{\{entry-([a-z0-9-]+)\}\}|\{\{number-([A-Za-z0-9_-]+)\}\}|\{\{questions\}\}/g;

/** Returns the entry's path; the first screen if no live release has that entry. */
export const entryPath = ({ entries }: Pick<LiveFlow, 'entries'>, entry: string): string => entries[entry] ?? '/';

/** Fills the placeholders of prerendered text. */
export const fillFlow = (html: string, flow: LiveFlow): string =>
  html.replace(FLOW_TOKEN, (_token, entry: string | undefined, step: string | undefined) => {
    if (entry !== undefined) return entryPath(flow, entry);
    return String(step === undefined ? flow.counted.length : flow.counted.indexOf(step) + 1);
  });

/** A step as analysts see it. */
export interface StepRow {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly question_key: string | null;
  /** From 1, in funnel order. */
  readonly place: number;
  /** True if a step precedes or follows it. False for legal pages and for pages opened from mails. */
  readonly is_on_way: boolean;
  /** True if it shows `n / total`. A step without a question may count without showing a number. */
  readonly is_numbered: boolean;
}

/** Returns the steps of these flows in the form that SQL's `rollups.set_steps` expects. */
export function stepRows(flows: readonly DeclaredFlow[]): StepRow[] {
  const steps = liveSteps(flows);
  const successors = new Set(steps.map(({ next }) => next));
  return steps.map(({ key, path, title, question, counts, next }, index) => ({
    key,
    path,
    title,
    question_key: question?.key ?? null,
    place: index + 1,
    is_on_way: next !== null || successors.has(key),
    is_numbered: counts && question !== null,
  }));
}

type Release = Declarations['releases'][number];

/**
 * Returns the path of each release's last step in the funnel, in the form that SQL's `rollups.set_release_ends`
 * expects. A canary may end at another step than the live release. Exits and entries of all releases count.
 */
export function releaseEnds(releases: readonly Release[]): { remote: string; release: string; path: string }[] {
  const flows = releases.flatMap(({ flow }) => flow ?? []);
  const steps = flows.flatMap((flow) => flow.steps);
  const paths = new Set(steps.map(({ path }) => path));
  const exits = new Set(steps.map(({ exit }) => exit));
  const entered = flows
    .flatMap(({ entries }) => Object.entries(entries))
    .filter(([, path]) => paths.has(withoutFragment(path)));
  const entries = new Set(entered.map(([name]) => name));
  return releases.flatMap(({ remote, release, flow }) => {
    if (!release || !flow) return [];
    const hasPrevious = ({ key, path }: DeclaredStep): boolean =>
      flow.steps.some(({ next }) => next === key) ||
      Object.entries(flow.entries).some(([name, entry]) => exits.has(name) && withoutFragment(entry) === path);
    const hasNext = ({ next, exit }: DeclaredStep): boolean => (exit === null ? next !== null : entries.has(exit));
    const last = flow.steps.findLast((step) => hasNext(step) || hasPrevious(step));
    return last ? [{ remote, release, path: last.path }] : [];
  });
}

/**
 * Returns a release's flow. For a build from before flows were declared, takes the steps with its paths from the newest
 * release of its remote that declares a flow.
 */
function flowOf({ remote, flow, paths }: Release, releases: readonly Release[]): DeclaredFlow | undefined {
  if (flow) return flow;
  const other = releases.find((release) => release.remote === remote && release.flow)?.flow;
  return other ? { ...other, steps: other.steps.filter(({ path }) => paths.includes(path)) } : undefined;
}

/** Returns the steps of the live releases, and the paths of those whose steps are unknown. */
export function liveStepRows(releases: readonly Release[]): { steps: StepRow[]; undeclaredPaths: string[] } {
  const live = releases.filter((release) => release.live);
  return {
    steps: stepRows(live.flatMap((release) => flowOf(release, releases) ?? [])),
    undeclaredPaths: live.flatMap((release) => (flowOf(release, releases) ? [] : release.paths)),
  };
}
