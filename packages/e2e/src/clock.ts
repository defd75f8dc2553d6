import type { Page } from 'playwright-core';

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
