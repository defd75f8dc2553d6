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

export const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium', args: [...ARGS, ...args] });

/** A visitor with a browser of their own, and all that went wrong in it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Page errors, console errors and policy violations so far. */
  readonly complaints: string[];
}

export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, ...options });
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
