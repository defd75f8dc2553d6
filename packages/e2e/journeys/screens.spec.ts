/** Each route is visited once, in `npm test` some that are drawn; everything that can be seen from there is looked at in that visit. */
import { pathOf, screenOf, STEPS, type Step } from '@course/test-kit/product-flow';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsBySize } from '../src/axe.ts';
import { newVisitor, PHONE, PHONE_ON_ITS_SIDE, type Visitor } from '../src/browser.ts';
import { tabStops } from '../src/keyboard.ts';
import { coveredControls, layoutFaults, lyingOver } from '../src/layout.ts';
import { sampleOf } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';
import { open, screen } from '../src/walk.ts';

/** One screen of each make: stops of the keyboard. */
const TABBED: readonly string[] = ['/', '/q10', '/profile', '/email', '/scratch', '/sales', '/sales002', '/terms'];
/** Long ones, whose buttons might stick to the window. */
const SCROLLED: readonly string[] = ['/q2', '/q10', '/q19', '/profile', '/final'];
/** Their arrow follows the visitor's way. */
const TEXTS: readonly Step['kind'][] = ['terms', 'privacy', 'refund', 'subscription', 'imprint', 'withdrawal'];

/** Whose content stands in the column. */
const IN_COLUMN: readonly Step['kind'][] = ['single', 'multi', 'email', 'name'];
/** Wide pages, whose plans are bought in the column. */
const SOLD_IN_COLUMN: readonly string[] = ['/sales', '/sales002'];

/** In px: the column as the tokens say, and the content of an element. */
interface Widths {
  readonly column: number;
  readonly content: number;
}

const widthsOf = (content: Locator): Promise<Widths> =>
  content.evaluate((element) => {
    const root = getComputedStyle(document.documentElement);
    const { width, paddingLeft, paddingRight, boxSizing } = getComputedStyle(element);
    const padding = boxSizing === 'border-box' ? parseFloat(paddingLeft) + parseFloat(paddingRight) : 0;
    return {
      column: parseFloat(root.getPropertyValue('--column')) * parseFloat(root.fontSize),
      content: parseFloat(width) - padding,
    };
  });

let visitor: Visitor;
beforeAll(async () => {
  visitor = await newVisitor();
  // The plan stays in the making for as long as its screen is looked at, and each document begins as a newcomer's.
  await visitor.page.addInitScript(() => {
    if (location.pathname === '/processing') Object.assign(window, { setInterval: () => 0 });
    if (window.top === window) for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
});

/** Opens a path as a newcomer's deep link; the welcome is a state of its own, looked at elsewhere. */
async function visit(path: string): Promise<void> {
  await visitor.context.clearCookies();
  visitor.complaints.length = 0;
  await visitor.page.setViewportSize(PHONE);
  await open(visitor.page, path);
}

async function closeWelcome(step: Step): Promise<void> {
  const dialog = visitor.page.getByRole('dialog');
  if (step.kind !== 'gender') return;
  await dialog.getByRole('button').first().click();
  await dialog.waitFor({ state: 'detached' });
}

const expectHeadingAndTitle = async (): Promise<void> => {
  expect(await visitor.page.locator('h1').count()).toBe(1);
  expect((await visitor.page.title()).length).toBeGreaterThan(3);
};

const VISITED = sampleOf(STEPS, 18);

describe.each(VISITED.map((step) => [step.path, step] as [string, Step]))('%s', (path, step) => {
  beforeAll(() => visit(path));

  it('works as a deep link', async () => {
    await screen(visitor.page, screenOf(step)).waitFor();
    await closeWelcome(step);
    await expectHeadingAndTitle();
    expect(visitor.complaints).toEqual([]);
  });

  if (TABBED.includes(path))
    it('says where the keyboard is: every stop is marked and none is covered', async () => {
      const stops = await tabStops(visitor.page);
      expect(stops.length).toBeGreaterThan(1);
      expect(stops.filter((stop) => !stop.marked || stop.covered)).toEqual([]);
    });

  it('passes axe at both sizes', async () => {
    expect(await violationsBySize(visitor.page)).toEqual([]);
  });

  it('fits 320 px, 200 % zoom and spaced-out text', async () => {
    expect(await layoutFaults(visitor.page)).toEqual([]);
  });

  if (!step.private && step.kind !== 'processing')
    it('shows on a phone on its side every control, uncovered', async () => {
      await visitor.page.setViewportSize(PHONE_ON_ITS_SIDE);
      expect(await coveredControls(visitor.page)).toEqual([]);
      const { width } = PHONE_ON_ITS_SIDE;
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });

  if (SCROLLED.includes(path))
    it('has nothing on a phone on its side that lies over the rest while it scrolls', async () => {
      expect(await lyingOver(visitor.page)).toEqual([]);
    });

  if (IN_COLUMN.includes(step.kind) || SOLD_IN_COLUMN.includes(path))
    it('keeps its column on a wide window', async () => {
      await visitor.page.setViewportSize({ width: 1280, height: 800 });
      const content = IN_COLUMN.includes(step.kind)
        ? visitor.page.locator('main')
        : visitor.page.getByRole('button', { name: 'Get my plan' }).last().locator('..');
      // The page follows the window a frame or more later.
      await expect
        .poll(() => widthsOf(content))
        .toSatisfy(({ column, content: width }: Widths) => column > 0 && width === column);
    });

  if (step.back && !TEXTS.includes(step.kind)) {
    const target = pathOf(step.back);
    it(`has an arrow that leads to ${target}`, async () => {
      await visitor.page.setViewportSize(PHONE);
      await visitor.page.getByRole('link', { name: 'Back' }).click();
      await visitor.page.waitForURL(siteUrl(target));
    });
  } else if (!step.back) {
    it('shows no arrow', async () => {
      expect(await visitor.page.getByRole('link', { name: 'Back', exact: true }).count()).toBe(0);
    });
  }
});

it('an unknown path passes axe at both sizes, and fits', async () => {
  await visit('/nowhere');
  await expectHeadingAndTitle();
  expect(await violationsBySize(visitor.page)).toEqual([]);
  expect(await layoutFaults(visitor.page)).toEqual([]);
});
