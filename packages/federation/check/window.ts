import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';
import type { PageError } from './refusal.ts';
import type { ShowBuild } from './stand-in.ts';

const PHONE = { width: 390, height: 844 } as const;

const isPicture = (request: Request): boolean => ['image', 'font', 'media'].includes(request.resourceType());

/**
 * Makes the window's pages read-only: no write reaches the services, so that a check is not counted as a visit.
 * Pictures and fonts outside the build are blocked, too. Returns a function that tells whether an address was blocked.
 */
const blockWrites = async (context: BrowserContext): Promise<(url: string) => boolean> => {
  const blocked = new Set<string>();
  await context.route('**/*', (route) => {
    const request = route.request();
    if (['GET', 'HEAD'].includes(request.method()) && !isPicture(request)) return route.continue();
    blocked.add(request.url());
    return route.abort();
  });
  await context.addInitScript(refuseWrites);
  return (url) => blocked.has(url);
};

/**
 * Runs in the page, because `route` misses some requests: those that outlive their page, and those made while the
 * browser closes it.
 */
const refuseWrites = () => {
  const original = window.fetch;
  window.fetch = (input, init) => {
    const { method } = new Request(input, init);
    if (['GET', 'HEAD'].includes(method)) return original(input, init);
    // In a task of its own, like the network's: a page that tries again at once would never respond otherwise.
    return new Promise((_resolve, reject) => void setTimeout(reject, 0, new TypeError('Failed to fetch')));
  };
  navigator.sendBeacon = () => false;
};

/** Returns whether the browser logged a service's refusal, which a visitor without a session gets, too. */
const isServiceRefusal = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && /^https?:\/\/[^/]+\/api\//.test(message.location().url);

export interface Window {
  readonly page: Page;
  /** Returns the errors since the last call. */
  readonly takeErrors: () => readonly PageError[];
}

/** Opens a window in which every screen gets a new visitor, and whose pages `show` provides. */
export const openWindow = async (browser: Browser, show: ShowBuild): Promise<Window> => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, serviceWorkers: 'block' });
  const isBlocked = await blockWrites(context);
  await context.addInitScript(() => {
    if (window.top === window) for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  await show(context);
  const page = await context.newPage();
  const errors: PageError[] = [];
  page.on('pageerror', (error) => errors.push({ kind: 'thrown', text: error.message }));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isBlocked(message.location().url) || isServiceRefusal(message)) return;
    errors.push({ kind: 'logged', text: message.text() });
  });
  return { page, takeErrors: () => errors.splice(0) };
};
