// Free of zod, because the shell and the remotes bundle it.

import type { LiveFlow } from './live-flow.ts';
import type { Split } from './split.ts';

/** Settings of the embedded checkout. Without `scriptUrl` the provider's own script is used. */
export interface PaymentsConfig {
  readonly publishableKey: string;
  readonly scriptUrl?: string;
}

/** An advertising pixel like TikTok's. */
export interface PixelConfig {
  readonly id: string;
  readonly scriptUrl: string;
  /** True if nothing may be requested from its host before the visitor's consent. */
  readonly consent: boolean;
}

/** The release of a remote that the page uses. */
export interface ShownRelease {
  readonly paths: readonly string[];
  /** The release's name. Hosts other than ours may not have one. */
  readonly release?: string;
  /** Absent for `stable`. */
  readonly channel?: 'canary' | 'preview';
}

/** The JSON block `#runtime-config` of every page: everything that differs between installations. */
export interface RuntimeConfig {
  readonly payments: PaymentsConfig | null;
  /** The UTC day on which the page was served, such as `2026-11-21`. */
  readonly servedOn: string;
  /** The combined flow of the live remotes. Hosts other than ours may not have one. */
  readonly flow?: LiveFlow;
  readonly remotes?: readonly ShownRelease[];
  /** No pixel if absent. */
  readonly pixel?: PixelConfig;
  /** Split tests in progress. */
  readonly split?: { readonly entry?: Split; readonly sales?: Split };
}

export const RUNTIME_CONFIG_ID = 'runtime-config';

/** Placeholder in prerendered HTML for the month this many days ahead; the edge fills it in when it serves the page. */
export const monthToken = (daysAhead: number): string => `{{month+${daysAhead}}}`;

const MONTH_TOKEN = /\{\{month\+(\d{1,4})\}\}/g;

/** `monthAhead('2026-11-21', 28)` returns `December 2026`. */
export function monthAhead(day: string, daysAhead: number): string {
  const then = new Date(`${day}T00:00:00Z`);
  then.setUTCDate(then.getUTCDate() + daysAhead);
  return then.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export const fillMonths = (html: string, day: string): string =>
  html.replace(MONTH_TOKEN, (_token, daysAhead: string) => monthAhead(day, Number(daysAhead)));
