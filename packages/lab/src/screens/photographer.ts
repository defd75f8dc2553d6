import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Shot } from './shot-list.ts';

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;

const FORMAT = { type: 'jpeg', quality: 70 } as const;
/** Maximum height of a picture. Legal texts are cut at this height. */
const MAX_HEIGHT_PX = 5_000;
/** The time at which timed screens are taken: late enough to show what they do, before they move on. */
const TAKEN_AT_MS = 3_500;
const AHEAD_MS = 1_000;
const STEP_MS = 50;
const TIMEOUT_MS = 90_000;
/** The stored data of the visitor in the pictures. */
const VISITOR = {
  quiz_responses: { q15: '["design","writing"]', q19: '["travel-world","financial-freedom"]' },
  user_name: 'Anna',
};

async function newVisitor(browser: Browser, size: Size): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion: 'reduce' });
  // 204 makes the page stop listening for reloads; otherwise the network would never be idle.
  await context.route('**/__dev/reload', (route) => route.fulfill({ status: 204 }));
  await context.addInitScript((stored) => {
    // Each picture shows a new visit, whatever was shown before.
    localStorage.clear();
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify({ version: 1, value }));
  }, VISITOR);
  await context.clock.install();
  // Only `runFor` advances it from here on, so that a busy machine takes the same pictures.
  await context.clock.pauseAt(Date.now() + AHEAD_MS);
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** Advances the page's clock in small steps until something is visible. */
async function runUntilVisible(page: Page, selector: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await page.locator(selector).first().isVisible())) {
    if (Date.now() > deadline) throw new Error(`${page.url()} never shows ${selector}`);
    await page.clock.runFor(STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

async function openScreen(page: Page, { path, state }: Shot, url: string): Promise<void> {
  for (const address of state?.refuse ?? []) await page.route(`**${address}`, (route) => route.abort());
  await page.goto(url + path + (state?.query ?? '') + (state?.fragment ?? ''));
  // The shell's fallbacks are served without scripts.
  await page.waitForFunction(
    () => document.documentElement.dataset['interactive'] === 'true' || !document.querySelector('script[src]'),
  );
  await page.clock.runFor(TAKEN_AT_MS);
  for (const selector of state?.press ?? []) await page.locator(selector).first().click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (!state) return;
  if (state.shows) await runUntilVisible(page, state.shows);
  await page.waitForLoadState('networkidle');
}

/** Takes a picture of a screen in its full height, or of a state in the window. */
async function picture(page: Page, { state }: Shot, size: Size): Promise<Buffer> {
  if (state) return page.screenshot(FORMAT);
  const { width, height } = SIZES[size];
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  return page.screenshot({
    ...FORMAT,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.max(height, Math.min(length, MAX_HEIGHT_PX)) },
  });
}

/**
 * Takes each shot as a JPEG at every size. Each size has a window of its own: one that is resized keeps its earlier
 * layout for an unknown time.
 */
export async function takeShots(
  browser: Browser,
  url: string,
  shots: readonly Shot[],
  onShot: (shot: Shot, size: Size, image: Buffer) => void,
): Promise<void> {
  for (const size of ['phone', 'wide'] as const) {
    const context = await newVisitor(browser, size);
    for (const shot of shots) {
      const page = await context.newPage();
      await openScreen(page, shot, url);
      onShot(shot, size, await picture(page, shot, size));
      await page.close();
    }
    await context.close();
  }
}
