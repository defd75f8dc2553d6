import type { Locator, Page } from 'playwright-core';
import { setTimeout } from 'node:timers/promises';

/** Stops the page's clock: from here on only `page.clock.runFor` moves it. Animations of the style sheet go on. */
export async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** Shows the style sheet's animations as they are `ms` after their start, and holds them there. */
export const holdAnimationsAt = (page: Page, ms: number): Promise<void> =>
  page.evaluate((at) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = at;
    }
  }, ms);

const STEP_MS = 500;
const MOST_STEPS = 120;
const PAUSE_MS = 20;

/** Lets the page's clock, which must be installed, run ahead until something shows that only time brings. */
export async function passTime(page: Page, what: Locator): Promise<void> {
  for (let left = MOST_STEPS; left > 0 && !(await what.isVisible()); left -= 1) {
    await page.clock.runFor(STEP_MS);
    await setTimeout(PAUSE_MS);
  }
  await what.waitFor();
}
