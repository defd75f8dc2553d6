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
  await context.addInitScript(blockKeepaliveWrites);
  return (url) => blocked.has(url);
};

/** Runs in the page: the browser sends these requests after their page is gone, when `route` no longer sees them. */
const blockKeepaliveWrites = () => {
  const original = window.fetch;
  window.fetch = (input, init) => {
    const { method, keepalive } = new Request(input, init);
    const isWrite = keepalive && !['GET', 'HEAD'].includes(method);
    return isWrite ? Promise.reject(new TypeError('Failed to fetch')) : original(input, init);
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
