import { findOnPath } from '@course/dev-stack/process/on-path';
import { chromiumPath, HEADLESS_SHELL, launchChromium } from '@course/test-kit/browser/chromium';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { isWhole } from './sample.ts';
import { siteUrl } from './stack.ts';

/** Each window would load two pages of its address bar, which cost as much as a screen. */
export const WITHOUT_OMNIBOX = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

/** How long a journey waits for what has to come, in ms: far beyond what a slow machine under load needs. */
const PATIENCE_MS = 60_000;

/** A page that is still busy after this many ms, such as one whose request a journey holds, gives its window to nobody. */
const QUIET_WITHIN_MS = 10_000;

export const PHONE = { width: 390, height: 844 } as const;
export const PHONE_ON_ITS_SIDE = { width: 568, height: 320 } as const;

/** The shell costs a third less than the whole browser. It keeps no page for Back, so `npm run test:long` takes the other. */
const executablePath = (): string => (isWhole ? undefined : findOnPath(HEADLESS_SHELL)) ?? chromiumPath();

/** Processes of their own for graphics and for each site cost a tenth of the journeys; `npm run test:long` has them. */
const FEWER_PROCESSES = ['--in-process-gpu', `${WITHOUT_OMNIBOX},IsolateOrigins,site-per-process`];

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  launchChromium({
    executablePath: executablePath(),
    args: [...(isWhole ? [WITHOUT_OMNIBOX] : FEWER_PROCESSES), ...args],
  });

let shared: Promise<Browser> | undefined;

/** The one browser of this worker, started by the first journey. */
const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

/** A visitor with storage and cookies of their own, and all that went wrong in their pages. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Page errors, console errors and policy violations so far. */
  readonly complaints: string[];
}

const open = new Set<BrowserContext>();

/** Windows whose visitor has left, by the options that they were opened with: a new one costs a process and cold caches. */
const idle = new Map<string, Visitor[]>();

/** Windows in which something was done that stays, such as an init script: they serve one visitor only. */
const spent = new Set<BrowserContext>();

/** Never has files of the site in its caches. */
export const coldVisitor = async (options: BrowserContextOptions = {}): Promise<Visitor> =>
  openWindow(await sharedBrowser(), options);

/**
 * A newcomer, perhaps in a window that served another one. Nothing moves for them unless `reducedMotion` says otherwise:
 * drawing it takes a third of what a step costs. `inBrowser`: one that sees the site through other settings.
 */
export async function newVisitor(given: BrowserContextOptions = {}, inBrowser?: Browser): Promise<Visitor> {
  const options: BrowserContextOptions = { reducedMotion: 'reduce', ...given };
  if (inBrowser) return openWindow(inBrowser, options);
  const key = JSON.stringify(options);
  const visitor = idle.get(key)?.pop() ?? (await coldVisitor(options));
  const { context } = visitor;
  const close = context.close.bind(context);
  context.close = async () => {
    context.close = close;
    if (!(await isNewAgain(visitor).catch(() => false))) return close();
    await visitor.page.setViewportSize(options.viewport ?? PHONE);
    idle.set(key, [...(idle.get(key) ?? []), follow(visitor.context, visitor.page)]);
  };
  return visitor;
}

/** A newcomer who sees everything move, where that is the subject. */
export const MOVING = { reducedMotion: 'no-preference' } as const satisfies BrowserContextOptions;

/** Makes a newcomer's window of a visitor's. Resolves to false where that cannot be done. */
async function isNewAgain({ context, page }: Visitor): Promise<boolean> {
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  if (spent.has(context) || page.isClosed()) return false;
  page.removeAllListeners();
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()]);
  await forgetVisitor(page);
  return true;
}

/** Leaves a page of the site on show that is none of a visitor's screens, with nothing stored. */
export async function forgetVisitor(page: Page): Promise<void> {
  const context = page.context();
  // Answers bring cookies, also the answer to what a page sends when it is left: none may come after they are cleared.
  await page.waitForLoadState('networkidle', { timeout: QUIET_WITHIN_MS });
  await context.setOffline(true);
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto(siteUrl('/runtime-config.json'));
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
  context.setDefaultTimeout(PATIENCE_MS);
  open.add(context);
  context.on('close', () => open.delete(context));
  const visitor = await newPage(context);
  spendsWindow(context, visitor.page, ['addInitScript', 'exposeFunction']);
  spendsWindow(context, context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']);
  return visitor;
}

function spendsWindow<Name extends string>(
  context: BrowserContext,
  object: Readonly<Record<Name, (...args: never[]) => unknown>>,
  names: readonly Name[],
): void {
  for (const name of names) {
    const method = object[name];
    Object.assign(object, {
      [name]: (...args: never[]) => {
        spent.add(context);
        return method.apply(object, args);
      },
    });
  }
}

/** Another page in a visitor's own browser window, with the files that it has kept. */
export async function newPage(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage();
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      ),
    ),
  );
  return follow(context, page);
}

function follow(context: BrowserContext, page: Page): Visitor {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFirstCheck(message)) complaints.push(`console: ${message.text()}`);
  });
  page.on('crash', () => spent.add(context));
  return { context, page, complaints };
}

/** A returning visitor's session is asked for before it is made anew: that 404 is specified, and browsers print every 404. */
const isFirstCheck = (message: ConsoleMessage): boolean =>
  message.location().url.includes('/api/sessions/') && message.text().includes('404');

/** Closes what the journeys of a file left open. */
export const closeVisitors = async (): Promise<void> => {
  const waiting = new Set([...idle.values()].flat().map(({ context }) => context));
  await Promise.allSettled([...open].filter((context) => !waiting.has(context)).map((context) => context.close()));
};
