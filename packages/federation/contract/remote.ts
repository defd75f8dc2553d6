// Free of zod: the shell and the remotes carry this in the browser.

import type { Split } from './split.ts';

/** The contract that shell and remotes are built against. Raised when either side must change for the other. */
export const CONTRACT = 1;

/** The shell runs remotes of this contract and of the one before it. */
export const SUPPORTED_CONTRACTS: readonly number[] = [CONTRACT, CONTRACT - 1].filter((contract) => contract > 0);

/** One screen of a remote. `Screen` is a component of the UI library; this package does not know which. */
export interface RemoteRoute<Screen = unknown> {
  /** Absolute path without query. */
  readonly path: string;
  /** Value of `data-screen`: the path without its slash, `root` for `/`. */
  readonly screen: string;
  /** The document's title. */
  readonly title: string;
  /** For search engines and link previews. */
  readonly description?: string;
  /** Whether search engines may list it. */
  readonly indexable?: boolean;
  /** Whether it is reached with a secret: served with `no-store` and `no-referrer`. */
  readonly private?: boolean;
  readonly Screen: Screen;
}

/** What a remote's one exposed module default-exports. */
export interface RemoteModule<Screen = unknown> {
  readonly contract: number;
  readonly name: string;
  readonly routes: readonly RemoteRoute<Screen>[];
}

/** How a browser finds a remote: one entry of the runtime configuration. */
export interface RemoteAddress {
  readonly name: string;
  readonly version: string;
  readonly contract: number;
  /** Address of the federation entry script. */
  readonly entry: string;
  readonly paths: readonly string[];
  /** What to fetch ahead so that the remote's screens show without a further request. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

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
  readonly remotes: readonly RemoteAddress[];
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
