import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from 'playwright-core';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 390, height: 844 } as const;
export const PHONE_ON_ITS_SIDE = { width: 568, height: 320 } as const;

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium', args: [...ARGS, ...args] });

let shared: Promise<Browser> | undefined;

/** The one browser of this worker, started by the first journey; each visitor gets a context of their own in it. */
const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

/** A visitor with storage and cookies of their own, and all that went wrong in their pages. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Page errors, console errors and policy violations so far. */
  readonly complaints: string[];
}

const open = new Set<BrowserContext>();

/** `inBrowser`: one that sees the site through other settings. */
export async function newVisitor(options: BrowserContextOptions = {}, inBrowser?: Browser): Promise<Visitor> {
  const browser = inBrowser ?? (await sharedBrowser());
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, ...options });
  open.add(context);
  context.on('close', () => open.delete(context));
  return newPage(context);
}

/** Another page in a visitor's own browser window, with the files that it has kept. */
export async function newPage(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFirstCheck(message)) complaints.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      ),
    ),
  );
  return { context, page, complaints };
}

/** A returning visitor's session is asked for before it is made anew: that 404 is specified, and browsers print every 404. */
const isFirstCheck = (message: ConsoleMessage): boolean =>
  message.location().url.includes('/api/sessions/') && message.text().includes('404');

/** Closes what the journeys of a file left open. */
export const closeVisitors = (): Promise<unknown> => Promise.allSettled([...open].map((context) => context.close()));
