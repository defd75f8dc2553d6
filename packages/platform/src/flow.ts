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

/** Returns whether a build is rendering its screens. The edge fills in what is known only when a page is served. */
const isPrerender = (): boolean => typeof document === 'undefined';

/** Returns the flow that the live releases declare together. Empty while a build renders a screen. */
export const liveFlow = (): LiveFlow => (isPrerender() ? EMPTY_FLOW : (runtimeConfig().flow ?? EMPTY_FLOW));

/** Returns the path of a named entry, whichever remote owns it. */
export const pathTo = (entry: string): string => (isPrerender() ? entryToken(entry) : entryPath(liveFlow(), entry));

/** Returns the `n` of `n / total` for a counted step; in prerendered HTML a token, as for the total. */
export const numberOf = (step: string): number | string =>
  isPrerender() ? numberToken(step) : liveFlow().counted.indexOf(step) + 1;

export const questionTotal = (): number | string => (isPrerender() ? TOTAL_TOKEN : liveFlow().counted.length);

/** Returns the values and labels of another remote's question, in order; none if no live release declares it. */
export const labelsOf = (question: string): LiveFlow['labels'][string] => liveFlow().labels[question] ?? [];

/**
 * Returns the month that is `daysAhead` days after the page was served, such as `December 2026`. In prerendered HTML it
 * is a token, which the edge replaces with the same month, so that served and hydrated text agree.
 */
export const servedMonth = (daysAhead: number): string =>
  isPrerender() ? monthToken(daysAhead) : monthAhead(runtimeConfig().servedOn, daysAhead);
