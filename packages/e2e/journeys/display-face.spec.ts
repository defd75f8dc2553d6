import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { coldVisitor, PHONE } from '../src/browser.ts';
import { sampleOf } from '../src/sample.ts';
import { arrive, open } from '../src/walk.ts';

const LATE_MS = 400;

/** Returns whether the heading uses the display face or a system font. */
const face = (page: Page): Promise<string> =>
  page.evaluate(() =>
    getComputedStyle(document.querySelector('h1')!).fontFamily.includes('Bricolage') ? 'display' : 'system',
  );

/** Opens a browser in which the font loads late. `shifted` returns the layout shift that no input caused. */
async function withLateFace(options: BrowserContextOptions) {
  const { page, context } = await coldVisitor(options);
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const target = window as unknown as { shifted: number };
    target.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) target.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { page, context, shifted: () => page.evaluate(() => (window as unknown as { shifted: number }).shifted) };
}

const untilFontLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.fonts.check('1em "Bricolage Grotesque"'));

/** Returns whether a letter is as wide as in Arial: only then is it known where the system font breaks lines. */
const hasArialWidths = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.font = '1000px Arial';
    return Math.round(canvas.measureText('m').width) === 833;
  });

const ENTRIES = sampleOf(['/', '/home', '/old001', '/q1', '/sales', '/sales002'], 1);

it.for([...ENTRIES.map((path) => ({ path })), { path: '/old001', reducedMotion: 'reduce' as const }])(
  'switches to the display face without a layout shift, however late it loads: %o',
  async ({ path, ...motion }: { path: string; reducedMotion?: 'reduce' }, { skip }) => {
    const { page, context, shifted } = await withLateFace({ viewport: PHONE, ...motion });
    await open(page, path);
    skip(!(await hasArialWidths(page)), 'no font with the widths of Arial is installed');
    await untilFontLoaded(page);
    await expect.poll(() => face(page)).toBe('display');
    expect(await shifted()).toBe(0);
    await context.close();
  },
);

it('waits for the next screen if a line would break elsewhere', async () => {
  const { page, context, shifted } = await withLateFace({ viewport: { width: 320, height: 640 } });
  await open(page, '/onboarding');
  await untilFontLoaded(page);
  expect([await face(page), await shifted()]).toEqual(['system', 0]);
  await page.getByRole('button', { name: /^continue$/i }).click();
  await arrive(page, 'q2');
  await expect.poll(() => face(page)).toBe('display');
  expect(await shifted()).toBe(0);
  await context.close();
});
