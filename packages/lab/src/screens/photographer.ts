import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Shot } from './shot-list.ts';

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;

const FORMAT = { type: 'jpeg', quality: 70 } as const;
/** Legal texts go on much longer than anybody looks. */
const LONGEST_PX = 5_000;
/** Where timed screens are caught: far enough to show what they do, before they move on. */
const CAUGHT_AT_MS = 3_500;
const AHEAD_MS = 1_000;
const STEP_MS = 50;
const PATIENCE_MS = 90_000;
/** Whose pictures these are. */
const VISITOR = {
  quiz_responses: { q15: '["design","writing"]', q19: '["travel-world","financial-freedom"]' },
  user_name: 'Anna',
};

async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SIZES.phone, reducedMotion: 'reduce' });
  // 204 tells the page to stop listening: it would never come to rest.
  await context.route('**/__dev/reload', (route) => route.fulfill({ status: 204 }));
  await context.addInitScript((stored) => {
    // Each picture is of a visit of its own, whatever was shown before.
    localStorage.clear();
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify({ version: 1, value }));
  }, VISITOR);
  await context.clock.install();
  // Only `runFor` moves it from here on: a busy machine takes the same pictures.
  await context.clock.pauseAt(Date.now() + AHEAD_MS);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Lets the page's clock go on in small steps until something is there. */
async function runUntilVisible(page: Page, selector: string): Promise<void> {
  const givenUpAt = Date.now() + PATIENCE_MS;
  while (!(await page.locator(selector).first().isVisible())) {
    if (Date.now() > givenUpAt) throw new Error(`${page.url()} never shows ${selector}`);
    await page.clock.runFor(STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

async function bring(page: Page, { path, state }: Shot, url: string): Promise<void> {
  for (const address of state?.refuse ?? []) await page.route(`**${address}`, (route) => route.abort());
  await page.goto(url + path + (state?.query ?? '') + (state?.fragment ?? ''));
  // The shell's fallbacks are served without scripts.
  await page.waitForFunction(
    () => document.documentElement.dataset['interactive'] === 'true' || !document.querySelector('script[src]'),
  );
  await page.clock.runFor(CAUGHT_AT_MS);
  for (const selector of state?.press ?? []) await page.locator(selector).first().click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (!state) return;
  if (state.shows) await runUntilVisible(page, state.shows);
  await page.waitForLoadState('networkidle');
}

/** A screen as it opens in its whole length, a state as it stands in the window. */
async function picture(page: Page, { state }: Shot, size: Size): Promise<Buffer> {
  const { width, height } = SIZES[size];
  await page.setViewportSize({ width, height });
  // The page learns its new size after the call: until then it has the length of the size before.
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, SIZES[size]);
  if (state) return page.screenshot(FORMAT);
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  return page.screenshot({
    ...FORMAT,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.max(height, Math.min(length, LONGEST_PX)) },
  });
}

/** Takes each shot as a JPEG at every size, and hands it on. */
export async function takeShots(
  browser: Browser,
  url: string,
  shots: readonly Shot[],
  onShot: (shot: Shot, size: Size, made: Buffer) => void,
): Promise<void> {
  const context = await newVisitor(browser);
  for (const shot of shots) {
    const page = await context.newPage();
    await bring(page, shot, url);
    for (const size of ['phone', 'wide'] as const) onShot(shot, size, await picture(page, shot, size));
    await page.close();
  }
  await context.close();
}
