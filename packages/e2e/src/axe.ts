import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { PHONE, WIDE } from './browser.ts';
import { sampleOf } from './sample.ts';

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The two sizes in which every screen is checked. */
const SIZES = [WIDE, PHONE];

/** Returns axe's violations in a document, or in the part that `within` selects: a line for each rule and element. */
export async function violations(page: Page | Frame, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT);
  const found = await page.evaluate(
    async ([values, part]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      // Frames are documents of their own and are checked separately.
      return (
        await checker.run(part ?? document, {
          runOnly: { type: 'tag', values },
          resultTypes: ['violations'],
          iframes: false,
        })
      ).violations;
    },
    [TAGS, within] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/**
 * Returns the violations at both sizes (in `npm test` at a random one), with the size in each line. Leaves the page at
 * the phone's size.
 */
export async function violationsBySize(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const size of sampleOf(SIZES, 1, new URL(page.url()).pathname)) {
    await page.setViewportSize(size);
    await untilAtRest(page);
    lines.push(...(await violations(page)).map((line) => `${size.width} px: ${line}`));
  }
  await page.setViewportSize(PHONE);
  return lines;
}

/**
 * Resolves once all animations have finished, because half-faded text has less contrast. Ignores elements skipped by
 * `content-visibility`, whose animations do not run.
 */
export const untilAtRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => {
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        if (target?.checkVisibility({ contentVisibilityAuto: true }) === false) return undefined;
        return animation.finished.catch(() => undefined);
      }),
    ),
  );
