import {
  EMPTY_FLOW,
  entryPath,
  entryToken,
  type LiveFlow,
  monthAhead,
  monthToken,
  numberToken,
  TOTAL_TOKEN,
} from '@course/contracts';
import { runtimeConfig } from './config.ts';

/** True while a build renders its screens: what is known when a page is served is filled in by the edge then. */
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

/**
 * The month so many days after the page was served, as `December 2026`. In prerendered HTML a token stands in its
 * place, which the edge fills with the same month, so that served and hydrated text agree.
 */
export const servedMonth = (daysAhead: number): string =>
  isPrerender() ? monthToken(daysAhead) : monthAhead(runtimeConfig().servedOn, daysAhead);
