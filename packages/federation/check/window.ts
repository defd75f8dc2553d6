import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';
import type { Complaint } from './complaints.ts';
import type { ShowBuild } from './stand-in.ts';

const PHONE = { width: 390, height: 844 } as const;

const isPicture = (request: Request): boolean => ['image', 'font', 'media'].includes(request.resourceType());

/**
 * Lets pages of the window look and not act: nothing they write reaches the services, so that a check is no visit, and
 * pictures and fonts that are not the build's are left out. Returns whether an address was refused for that.
 */
const onlyLook = async (context: BrowserContext): Promise<(url: string) => boolean> => {
  const refused = new Set<string>();
  await context.route('**/*', (route) => {
    const request = route.request();
    if (['GET', 'HEAD'].includes(request.method()) && !isPicture(request)) return route.continue();
    refused.add(request.url());
    return route.abort();
  });
  await context.addInitScript(refuseWhatOutlivesPages);
  return (url) => refused.has(url);
};

/** Runs in the page: the browser sends these after their page has gone, when `route` no longer sees them. */
const refuseWhatOutlivesPages = () => {
  const original = window.fetch;
  window.fetch = (input, init) => {
    const { method, keepalive } = new Request(input, init);
    const isWrite = keepalive && !['GET', 'HEAD'].includes(method);
    return isWrite ? Promise.reject(new TypeError('Failed to fetch')) : original(input, init);
  };
  navigator.sendBeacon = () => false;
};

/** Whether the browser printed that a service refused to answer, which a visitor without a session meets too. */
const isOfService = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && /^https?:\/\/[^/]+\/api\//.test(message.location().url);

export interface Window {
  readonly page: Page;
  /** Takes what was said since it was asked last. */
  readonly complaints: () => readonly Complaint[];
}

/** Opens a window in which every screen meets a new visitor, and whose pages are those that `show` brings. */
export const openWindow = async (browser: Browser, show: ShowBuild): Promise<Window> => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, serviceWorkers: 'block' });
  const isRefused = await onlyLook(context);
  await context.addInitScript(() => {
    if (window.top === window) for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  await show(context);
  const page = await context.newPage();
  const said: Complaint[] = [];
  page.on('pageerror', (error) => said.push({ kind: 'thrown', text: error.message }));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefused(message.location().url) || isOfService(message)) return;
    said.push({ kind: 'logged', text: message.text() });
  });
  return { page, complaints: () => said.splice(0) };
};
