import { EMPTY_FLOW, entryPath, entryToken, numberToken, TOTAL_TOKEN, type LiveFlow } from '@course/contracts';
import { runtimeConfig } from './config.ts';

/** True while a build renders its screens: what the live releases declare is filled in by the edge then. */
const isPrerender = (): boolean => typeof document === 'undefined';

/** What the live releases declare together. Empty while a screen is prerendered. */
export const liveFlow = (): LiveFlow => (isPrerender() ? EMPTY_FLOW : (runtimeConfig().flow ?? EMPTY_FLOW));

/** The path of a named entry, whichever remote has it. */
export const pathTo = (entry: string): string => (isPrerender() ? entryToken(entry) : entryPath(liveFlow(), entry));

/** The `n` of `n / total` at a step that counts. In prerendered HTML a token stands in its place, as for the total. */
export const numberOf = (step: string): number | string =>
  isPrerender() ? numberToken(step) : liveFlow().counted.indexOf(step) + 1;

export const questionTotal = (): number | string => (isPrerender() ? TOTAL_TOKEN : liveFlow().counted.length);

/** Values and labels of another remote's question, in order; none if no live release declares it. */
export const labelsOf = (question: string): LiveFlow['labels'][string] => liveFlow().labels[question] ?? [];
