import type { Locator, Page } from 'playwright-core';
import { setTimeout } from 'node:timers/promises';

/** Stops the page's clock, so that only `page.clock.runFor` advances it. CSS animations continue. */
export async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** Pauses CSS animations at `ms` after their start. */
export const holdAnimationsAt = (page: Page, ms: number): Promise<void> =>
  page.evaluate((at) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = at;
    }
  }, ms);

const STEP_MS = 500;
const MAX_STEPS = 120;
const PAUSE_MS = 20;

/** Advances the page's clock, which must be installed, until an element is visible. */
export async function passTime(page: Page, element: Locator): Promise<void> {
  for (let left = MAX_STEPS; left > 0 && !(await element.isVisible()); left -= 1) {
    await page.clock.runFor(STEP_MS);
    await setTimeout(PAUSE_MS);
  }
  await element.waitFor();
}
