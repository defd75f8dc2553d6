import pMap from 'p-map';
import type { Browser, BrowserContext } from 'playwright-core';
import { Failure } from '../base/failure.ts';
import { CHROMIUM_ARGS, NO_BROWSER } from './chromium.ts';
import { isInteractive, loadChunk, shownScreen, tapFirst } from './in-page.ts';
import { mergeRefusals, refusalOf, type PageError, type Refusal } from './refusal.ts';
import type { ShowBuild } from './stand-in.ts';
import { openWindow, type Window } from './window.ts';

export interface Screen {
  readonly path: string;
  /** The value of its `data-screen`. */
  readonly screen: string;
}

export interface ScreensToRun {
  readonly siteUrl: string;
  /** Makes a browser window show the build in place of what is live. */
  readonly show: ShowBuild;
  readonly screens: readonly Screen[];
  /** Addresses of everything that the build may load, with the hashes that it uses. */
  readonly chunks: ReadonlyMap<string, string | undefined>;
  /** Chromium or Chrome. */
  readonly executablePath: string;
  /** How long a screen may take to become interactive, in ms. */
  readonly screenMs?: number;
  /** How long the main thread may take to respond after that, in ms, before it counts as hung. */
  readonly responseMs?: number;
}

const SCREEN_MS = 8_000;
const RESPONSE_MS = 2_000;

/** How long to watch a screen once it is interactive, and after a tap, in ms. */
const SETTLE_MS = 150;
const TAPPED_MS = 250;

const WINDOWS = 3;
const CLOSE_MS = 5_000;

const ARGS = [
  ...CHROMIUM_ARGS,
  // Pages served by the stand-in have no network address, so they could not load files of a site on this machine. And
  // each window would also load two pages of the browser's own, for its address bar.
  '--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

const NO_RESPONSE = Symbol('no response');

const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value | typeof NO_RESPONSE> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof NO_RESPONSE>((resolve) => {
    timer = setTimeout(() => resolve(NO_RESPONSE), ms);
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
  reason: "its main thread no longer responds, so every visitor's tab would hang",
  remedy: 'Look for a loop or a rendering that never ends.',
});

const notInteractive = (where: string, ms: number): Refusal => ({
  where,
  reason: `it is not interactive after ${ms / 1000} s`,
  remedy: 'Look for a request or a promise that it waits for before it renders.',
});

const wrongScreen = (where: string, expected: string, shown: string | undefined): Refusal => ({
  where,
  reason: `it shows ${shown ? `the screen ${shown}` : 'no element with data-screen'} instead of ${expected}`,
  remedy: `Render an element with data-screen="${expected}" at this path.`,
});

interface VisitResult {
  readonly refusals: readonly Refusal[];
  /** True if the page exceeded its time. */
  readonly late: boolean;
}

const refusalsOf = (where: string, errors: readonly PageError[]): Refusal[] =>
  errors.map((error) => refusalOf(where, error));

const visit = async (
  { page, takeErrors }: Window,
  { path, screen }: Screen,
  { siteUrl, screenMs = SCREEN_MS, responseMs = RESPONSE_MS }: ScreensToRun,
): Promise<VisitResult> => {
  // Playwright's own timeouts do not end a wait for a page that hangs.
  const opened = page
    .goto(new URL(path, siteUrl).href, { waitUntil: 'commit', timeout: 0 })
    .then(() => page.waitForFunction(isInteractive, undefined, { timeout: 0, polling: 50 }));
  const ready = await within(
    screenMs,
    opened.then(Boolean, () => false),
  );
  if (ready === true) await page.waitForTimeout(SETTLE_MS);
  // A page that navigates away, or whose tab crashes, shows nothing.
  const shown = await within(
    responseMs,
    page.evaluate(shownScreen).catch(() => undefined),
  );
  const refusals = refusalsOf(path, takeErrors());
  if (shown === NO_RESPONSE) return { refusals: [...refusals, hangs(path)], late: true };
  if (ready !== true) return { refusals: [...refusals, notInteractive(path, screenMs)], late: true };
  if (shown !== screen) refusals.push(wrongScreen(path, screen, shown));
  return { refusals, late: false };
};

/** Taps a screen, which may load more code. Writes that follow are blocked, which is not an error of the build. */
const tap = async (
  { page, takeErrors }: Window,
  path: string,
  { responseMs = RESPONSE_MS }: ScreensToRun,
): Promise<VisitResult> => {
  const tapped = await within(
    responseMs,
    page.evaluate(tapFirst).catch(() => undefined),
  );
  if (tapped !== NO_RESPONSE) await page.waitForTimeout(TAPPED_MS);
  const alive = await within(
    responseMs,
    page.evaluate(() => true).catch(() => true),
  );
  const refusals = refusalsOf(`${path}, after a tap`, takeErrors());
  return alive === true
    ? { refusals, late: false }
    : { refusals: [...refusals, hangs(`${path}, after a tap`)], late: true };
};

const loadChunks = async ({ page, takeErrors }: Window, { chunks }: ScreensToRun): Promise<readonly Refusal[]> => {
  const loadable = [...chunks].filter(([address]) => /\.(js|css)$/.test(address));
  const load = async ([address, integrity]: readonly [string, string | undefined]): Promise<readonly Refusal[]> => {
    const isLoaded = await within(
      SCREEN_MS,
      page.evaluate(loadChunk, { address, integrity }).catch(() => false),
    );
    const errors = takeErrors();
    if (isLoaded === true) return refusalsOf(address, errors);
    return refusalsOf(address, errors.length > 0 ? errors : [{ kind: 'logged', text: 'Failed to load resource' }]);
  };
  return pMap(loadable, load, { concurrency: 1 }).then((found) => found.flat());
};

const launch = async (executablePath: string): Promise<Browser> => {
  // It is not installed where programs run without development tools.
  const { chromium } = await import('playwright-core').catch(() => {
    throw new Failure(NO_BROWSER);
  });
  return chromium.launch({ executablePath, args: ARGS });
};

interface PassResult {
  readonly refusals: readonly Refusal[];
  /** Screens that exceeded their time, with their refusals. */
  readonly late: readonly { readonly screen: Screen; readonly refusals: readonly Refusal[] }[];
  /** Screens that were not opened because an earlier one was late. */
  readonly remaining: readonly Screen[];
}

/** Opens a screen and taps it. For the first screen of a run, also loads all chunks. */
const runScreen = async (window: Window, screen: Screen, run: ScreensToRun): Promise<VisitResult> => {
  const visited = await visit(window, screen, run);
  if (visited.late || visited.refusals.length > 0) return visited;
  const chunkRefusals = screen === run.screens[0] ? await loadChunks(window, run) : [];
  const tapped = await tap(window, screen.path, run);
  return { refusals: [...chunkRefusals, ...tapped.refusals], late: tapped.late };
};

/**
 * Ends a window's requests before it is closed: those in flight would be fulfilled for a closed page. A window that does
 * not go offline in time keeps its routes, without which its next write would reach the services.
 */
const endRequests = async (context: BrowserContext, responseMs: number): Promise<void> => {
  const wentOffline = await within(responseMs, context.setOffline(true));
  if (wentOffline !== NO_RESPONSE) await within(responseMs, context.unrouteAll({ behavior: 'ignoreErrors' }));
};

/** Runs screens in a browser of their own, in `atOnce` windows. */
const runPass = async (screens: readonly Screen[], atOnce: number, run: ScreensToRun): Promise<PassResult> => {
  const { responseMs = RESPONSE_MS } = run;
  const browser = await launch(run.executablePath);
  const refusals: Refusal[] = [];
  const late: { screen: Screen; refusals: readonly Refusal[] }[] = [];
  const remaining = [...screens];
  const work = async (): Promise<void> => {
    const window = await openWindow(browser, run.show);
    while (late.length === 0) {
      const screen = remaining.shift();
      if (!screen) return;
      const visited = await runScreen(window, screen, run);
      if (visited.late) late.push({ screen, refusals: visited.refusals });
      else refusals.push(...visited.refusals);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, screens.length) }, work));
  } finally {
    await Promise.all(browser.contexts().map((context) => endRequests(context, responseMs)));
    // Closes hung tabs, too.
    await within(CLOSE_MS, browser.close());
  }
  return { refusals, late, remaining };
};

/**
 * Opens every screen of a build in a browser. Resolves to the reasons not to publish it. A screen that takes too long
 * is tried once more on its own, in case the machine was busy.
 */
export const runScreens = async (run: ScreensToRun): Promise<readonly Refusal[]> => {
  const first = await runPass(run.screens, WINDOWS, run);
  const again = [...first.late.map(({ screen }) => screen), ...first.remaining];
  const second = again.length > 0 ? await runPass(again, 1, run) : undefined;
  return mergeRefusals([
    ...first.refusals,
    ...(second?.refusals ?? []),
    ...(second?.late ?? []).flatMap(({ refusals }) => refusals),
  ]);
};
