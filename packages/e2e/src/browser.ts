import { findOnPath } from '@course/dev-stack/process/on-path';
import { chromiumPath, HEADLESS_SHELL, launchChromium } from '@course/test-kit/browser/chromium';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Route } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { isWhole } from './sample.ts';
import { siteUrl } from './stack.ts';

/** Otherwise each window would load two pages for its address bar, which cost as much as a screen. */
export const WITHOUT_OMNIBOX = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

/** The timeout of a wait, far longer than a slow machine under load needs. */
const TIMEOUT_MS = 60_000;

/** The window of a page that is still busy after this time, such as one with a held request, is not reused. */
const IDLE_TIMEOUT_MS = 10_000;

export const PHONE = { width: 390, height: 844 } as const;
export const WIDE = { width: 1280, height: 800 } as const;
export const PHONE_LANDSCAPE = { width: 568, height: 320 } as const;

/**
 * The shell needs a third less CPU than the whole browser, but has no back/forward cache, so `npm run test:long` uses
 * the latter.
 */
const executablePath = (): string => (isWhole ? undefined : findOnPath(HEADLESS_SHELL)) ?? chromiumPath();

/**
 * Separate processes for graphics and for each site take a tenth of the journeys' time; `npm run test:long` uses them.
 */
const FEWER_PROCESSES = ['--in-process-gpu', `${WITHOUT_OMNIBOX},IsolateOrigins,site-per-process`];

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  launchChromium({
    executablePath: executablePath(),
    args: [...(isWhole ? [WITHOUT_OMNIBOX] : FEWER_PROCESSES), ...args],
  });

let shared: Promise<Browser> | undefined;

/** Returns this worker's browser, which the first journey starts. */
const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

/** A visitor with their own storage and cookies, and the errors in their pages. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Page errors, console errors and policy violations so far. */
  readonly complaints: string[];
}

const openContexts = new Set<BrowserContext>();

/** Windows to reuse, by the options that they were opened with. A new one costs a process and has cold caches. */
const idle = new Map<string, Visitor[]>();

/** Windows that cannot be reused, because something in them cannot be undone, such as an init script. */
const notReusable = new Set<BrowserContext>();

/** Opens a new window, whose caches have no files of the site. */
export const coldVisitor = async (options: BrowserContextOptions = {}): Promise<Visitor> =>
  openWindow(await sharedBrowser(), options);

/**
 * Returns a new visitor, possibly in a reused window, which the caller closes. Motion is reduced by default, because
 * drawing it takes a third of a step's time. `inBrowser` is a browser that sees the site with other settings.
 */
export async function newVisitor(overrides: BrowserContextOptions = {}, inBrowser?: Browser): Promise<Visitor> {
  const options: BrowserContextOptions = { reducedMotion: 'reduce', ...overrides };
  if (inBrowser) return openWindow(inBrowser, options);
  const key = JSON.stringify(options);
  const visitor = idle.get(key)?.pop() ?? (await coldVisitor(options));
  const { context } = visitor;
  const close = context.close.bind(context);
  context.close = async () => {
    context.close = close;
    if (!(await reset(visitor).catch(() => false))) return close();
    await visitor.page.setViewportSize(options.viewport ?? PHONE);
    idle.set(key, [...(idle.get(key) ?? []), watch(visitor.context, visitor.page)]);
  };
  return visitor;
}

/** Like `newVisitor`, but the window closes when the current test ends. */
export async function freshVisitor(options?: BrowserContextOptions, inBrowser?: Browser): Promise<Visitor> {
  const visitor = await newVisitor(options, inBrowser);
  onTestFinished(() => visitor.context.close());
  return visitor;
}

/** Options of a visitor with full motion, for tests of it. */
export const MOVING = { reducedMotion: 'no-preference' } as const satisfies BrowserContextOptions;

/** Resets a visitor's window for another visitor. Resolves to false if it cannot be reused. */
async function reset({ context, page }: Visitor): Promise<boolean> {
  if (notReusable.has(context) || page.isClosed()) return false;
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => silence(other).then(() => other.close())));
  page.removeAllListeners();
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()]);
  await forgetVisitor(page);
  return true;
}

/** A page of the site's origin that no server sends. */
const EMPTY_PAGE = '/empty-page';

/** Chromium requests `/favicon.ico` for a page without an icon; the response would set cookies after the clearing. */
const WITH_ICON = '<!doctype html><link rel="icon" href="data:,">';

/**
 * Prevents further requests of a page's scripts. A page that is left reports its last view, even offline and past all
 * routes, and the response would set cookies after the clearing.
 */
const silence = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.fetch = () => new Promise(() => {});
  });

/** Clears everything stored, and leaves a page of the site open that is not a screen. */
export async function forgetVisitor(page: Page): Promise<void> {
  const context = page.context();
  await silence(page);
  await context.setOffline(false);
  await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS });
  await page.route(siteUrl(EMPTY_PAGE), (route) => route.fulfill({ contentType: 'text/html', body: WITH_ICON }));
  await page.goto(siteUrl(EMPTY_PAGE));
  await page.unroute(siteUrl(EMPTY_PAGE));
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const databases = await indexedDB.databases();
    await Promise.all(
      databases.map(
        ({ name }) =>
          new Promise((resolve) => {
            const request = indexedDB.deleteDatabase(name ?? '');
            request.onsuccess = request.onerror = request.onblocked = resolve;
          }),
      ),
    );
  });
  await context.clearCookies();
}

async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  openContexts.add(context);
  context.on('close', () => openContexts.delete(context));
  const visitor = await newPage(context);
  preventReuseAfter(context, visitor.page, ['addInitScript', 'exposeFunction']);
  preventReuseAfter(context, context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']);
  return visitor;
}

/** Marks a window as not reusable as soon as one of these methods is called. */
function preventReuseAfter<Name extends string>(
  context: BrowserContext,
  object: Readonly<Record<Name, (...args: never[]) => unknown>>,
  names: readonly Name[],
): void {
  for (const name of names) {
    const method = object[name];
    Object.assign(object, {
      [name]: (...args: never[]) => {
        notReusable.add(context);
        return method.apply(object, args);
      },
    });
  }
}

/** Opens another page in a visitor's window, with its cached files. */
export async function newPage(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage();
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      ),
    ),
  );
  return watch(context, page);
}

/** Holds a page's requests to `pattern` back. Resolves to a function that lets them, and later ones, continue. */
export async function holdRoute(
  page: Page,
  pattern: string,
  proceed = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await proceed(route);
  });
  return release;
}

/** Collects the errors of a page. */
function watch(context: BrowserContext, page: Page): Visitor {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFirstCheck(message))
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('crash', () => notReusable.add(context));
  return { context, page, complaints };
}

/**
 * Returns whether a message is the 404 of a returning visitor's session, which is requested before a new one is
 * created.
 */
const isFirstCheck = (message: ConsoleMessage): boolean =>
  message.location().url.includes('/api/sessions/') && message.text().includes('404');

/** Closes the windows that a file's journeys left open. */
export const closeVisitors = async (): Promise<void> => {
  const idleContexts = new Set([...idle.values()].flat().map(({ context }) => context));
  await Promise.allSettled(
    [...openContexts].filter((context) => !idleContexts.has(context)).map((context) => context.close()),
  );
};
