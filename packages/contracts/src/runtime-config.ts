// Free of zod: the shell and the remotes carry this in the browser.

import type { Split } from './split.ts';

/** How the page reaches the card checkout. Without `scriptUrl` the provider's own script is used. */
export interface PaymentsConfig {
  readonly publishableKey: string;
  readonly scriptUrl?: string;
}

/** An advertising pixel in the manner of TikTok's. */
export interface PixelConfig {
  readonly id: string;
  readonly scriptUrl: string;
  /** No request to its host before the visitor has agreed. */
  readonly consent: boolean;
}

/** The JSON block `#runtime-config` of every page: all that differs between installations. */
export interface RuntimeConfig {
  readonly payments: PaymentsConfig | null;
  /** The day on which the page was served, in UTC: `2026-11-21`. */
  readonly servedOn: string;
  /** Absent: no pixel. */
  readonly pixel?: PixelConfig;
  /** What is tried on visitors in parallel. Absent: nothing is. */
  readonly split?: { readonly entry?: Split; readonly sales?: Split };
}

export const RUNTIME_CONFIG_ID = 'runtime-config';

/** Stands in prerendered HTML for the month that lies this many days ahead; the edge fills it when the page is served. */
export const monthToken = (daysAhead: number): string => `{{month+${daysAhead}}}`;

const MONTH_TOKEN = /\{\{month\+(\d{1,4})\}\}/g;

/** `monthAhead('2026-11-21', 28)` is `December 2026`. */
export function monthAhead(day: string, daysAhead: number): string {
  const then = new Date(`${day}T00:00:00Z`);
  then.setUTCDate(then.getUTCDate() + daysAhead);
  return then.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export const fillMonths = (html: string, day: string): string =>
  html.replace(MONTH_TOKEN, (_token, daysAhead: string) => monthAhead(day, Number(daysAhead)));
