import pMap from 'p-map';
import type { Browser } from 'playwright-core';
import { Failure } from '../base/failure.ts';
import { NO_BROWSER } from './chromium.ts';
import { joined, refusalOf, type Complaint } from './complaints.ts';
import { isInteractive, loadChunk, shownScreen, tapFirst } from './in-page.ts';
import type { Refusal } from './refusal.ts';
import type { ShowBuild } from './stand-in.ts';
import { openWindow, type Window } from './window.ts';

export interface Screen {
  readonly path: string;
  /** What `data-screen` says there. */
  readonly screen: string;
}

export interface ScreensToRun {
  readonly siteUrl: string;
  /** How a browser window gets the build in place of what is live. */
  readonly show: ShowBuild;
  readonly screens: readonly Screen[];
  /** Addresses of everything that the build may load, with the hashes by which it does. */
  readonly chunks: ReadonlyMap<string, string | undefined>;
  /** Chromium or Chrome. */
  readonly executablePath: string;
  /** How long a screen may take until it can be used, in ms. */
  readonly screenMs?: number;
  /** A page whose main thread does not answer for so long, after all that time, never will; in ms. */
  readonly answerMs?: number;
}

const SCREEN_MS = 8_000;
const ANSWER_MS = 2_000;

/** What a screen does of itself once it can be used, and after a tap, in ms. */
const SETTLE_MS = 150;
const TAPPED_MS = 250;

const WINDOWS = 3;
const END_MS = 5_000;

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  // A page that stands in for a site's comes from no address, and could not load what a site on this machine may. And
  // each window would load two pages of its address bar.
  '--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

const NOT_ANSWERING = Symbol('not answering');

const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value | typeof NOT_ANSWERING> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof NOT_ANSWERING>((resolve) => {
    timer = setTimeout(() => resolve(NOT_ANSWERING), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
};

const hangs = (where: string): Refusal => ({
  where,
  reason: "its main thread does not answer any more, so that every visitor's tab would hang",
  remedy: 'Look for a loop or a rendering that never ends.',
});

const notUsable = (where: string, ms: number): Refusal => ({
  where,
  reason: `it cannot be used after ${ms / 1000} s`,
  remedy: 'Look for a request or a promise that it waits for before it renders.',
});

const other = (where: string, expected: string, shown: string | undefined): Refusal => ({
  where,
  reason: `it shows ${shown ? `the screen ${shown}` : 'no element with data-screen'} instead of ${expected}`,
  remedy: `Render an element with data-screen="${expected}" at this path.`,
});

interface Visited {
  readonly refusals: readonly Refusal[];
  /** The page used up its time. */
  readonly late: boolean;
}

const judged = (where: string, complaints: readonly Complaint[]): Refusal[] =>
  complaints.map((complaint) => refusalOf(where, complaint));

const visit = async (
  { page, complaints }: Window,
  { path, screen }: Screen,
  { siteUrl, screenMs = SCREEN_MS, answerMs = ANSWER_MS }: ScreensToRun,
): Promise<Visited> => {
  // Playwright's own time limits do not end a wait for a page that hangs.
  const opened = page
    .goto(new URL(path, siteUrl).href, { waitUntil: 'commit', timeout: 0 })
    .then(() => page.waitForFunction(isInteractive, undefined, { timeout: 0, polling: 50 }));
  const ready = await within(
    screenMs,
    opened.then(Boolean, () => false),
  );
  if (ready === true) await page.waitForTimeout(SETTLE_MS);
  // A page that leaves for another, or whose tab crashes, shows nothing.
  const shown = await within(
    answerMs,
    page.evaluate(shownScreen).catch(() => undefined),
  );
  const said = judged(path, complaints());
  if (shown === NOT_ANSWERING) return { refusals: [...said, hangs(path)], late: true };
  if (ready !== true) return { refusals: [...said, notUsable(path, screenMs)], late: true };
  if (shown !== screen) said.push(other(path, screen, shown));
  return { refusals: said, late: false };
};

/** A tap loads what the screen itself did without; a write that it leads to is refused, which is no error of the build. */
const tap = async (
  { page, complaints }: Window,
  path: string,
  { answerMs = ANSWER_MS }: ScreensToRun,
): Promise<Visited> => {
  const tapped = await within(
    answerMs,
    page.evaluate(tapFirst).catch(() => undefined),
  );
  if (tapped !== NOT_ANSWERING) await page.waitForTimeout(TAPPED_MS);
  const alive = await within(
    answerMs,
    page.evaluate(() => true).catch(() => true),
  );
  const said = judged(`${path}, after a tap`, complaints());
  return alive === true
    ? { refusals: said, late: false }
    : { refusals: [...said, hangs(`${path}, after a tap`)], late: true };
};

const askForChunks = async ({ page, complaints }: Window, { chunks }: ScreensToRun): Promise<readonly Refusal[]> => {
  const asked = [...chunks].filter(([address]) => /\.(js|css)$/.test(address));
  const load = async ([address, integrity]: readonly [string, string | undefined]): Promise<readonly Refusal[]> => {
    const isLoaded = await within(
      SCREEN_MS,
      page.evaluate(loadChunk, { address, integrity }).catch(() => false),
    );
    const said = complaints();
    if (isLoaded === true) return judged(address, said);
    return judged(address, said.length > 0 ? said : [{ kind: 'logged', text: 'Failed to load resource' }]);
  };
  return pMap(asked, load, { concurrency: 1 }).then((found) => found.flat());
};

const launch = async (executablePath: string): Promise<Browser> => {
  // Where programs run without development tools it is not installed.
  const { chromium } = await import('playwright-core').catch(() => {
    throw new Failure(NO_BROWSER);
  });
  return chromium.launch({ executablePath, args: ARGS });
};

interface Pass {
  readonly refusals: readonly Refusal[];
  /** Screens that used up their time, with what is to be said of each. */
  readonly late: readonly { readonly screen: Screen; readonly refusals: readonly Refusal[] }[];
  /** Not opened any more after the first late one. */
  readonly left: readonly Screen[];
}

/** Opens one screen, taps it, and once in a run loads all chunks. */
const walk = async (window: Window, screen: Screen, run: ScreensToRun): Promise<Visited> => {
  const visited = await visit(window, screen, run);
  if (visited.late || visited.refusals.length > 0) return visited;
  const ofChunks = screen === run.screens[0] ? await askForChunks(window, run) : [];
  const tapped = await tap(window, screen.path, run);
  return { refusals: [...ofChunks, ...tapped.refusals], late: tapped.late };
};

/** Opens screens in a browser of their own, in as many windows at once. */
const pass = async (screens: readonly Screen[], atOnce: number, run: ScreensToRun): Promise<Pass> => {
  const { answerMs = ANSWER_MS } = run;
  const browser = await launch(run.executablePath);
  const refusals: Refusal[] = [];
  const late: { screen: Screen; refusals: readonly Refusal[] }[] = [];
  const left = [...screens];
  const work = async (): Promise<void> => {
    const window = await openWindow(browser, run.show);
    while (late.length === 0) {
      const screen = left.shift();
      if (!screen) return;
      const visited = await walk(window, screen, run);
      if (visited.late) late.push({ screen, refusals: visited.refusals });
      else refusals.push(...visited.refusals);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, screens.length) }, work));
  } finally {
    const windows = browser.contexts();
    // Requests that are under way would be answered to nobody.
    await within(answerMs, Promise.all(windows.map((context) => context.unrouteAll({ behavior: 'ignoreErrors' }))));
    // Ends tabs that hang, too.
    await within(END_MS, browser.close());
  }
  return { refusals, late, left };
};

/**
 * Opens every screen of a build in a browser. Resolves to what keeps it from being published. A screen that takes too
 * long is tried once more alone: a machine may have been busy.
 */
export const runScreens = async (run: ScreensToRun): Promise<readonly Refusal[]> => {
  const first = await pass(run.screens, WINDOWS, run);
  const again = [...first.late.map(({ screen }) => screen), ...first.left];
  const second = again.length > 0 ? await pass(again, 1, run) : undefined;
  return joined([
    ...first.refusals,
    ...(second?.refusals ?? []),
    ...(second?.late ?? []).flatMap(({ refusals }) => refusals),
  ]);
};
