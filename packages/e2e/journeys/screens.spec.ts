/** Visits each route once (in `npm test` a random sample) and runs all checks of that screen in the same visit. */
import { pathOf, screenOf, STEPS, type Step } from '@course/test-kit/product-flow';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsBySize } from '../src/axe.ts';
import { newVisitor, PHONE, PHONE_LANDSCAPE, WIDE, type Visitor } from '../src/browser.ts';
import { tabStops } from '../src/keyboard.ts';
import { coveredControls, layoutFaults, stickyElements, withLargeText } from '../src/layout.ts';
import { sampleOf } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';
import { open, screen } from '../src/walk.ts';

/** One screen of each kind, for the checks of keyboard focus. */
const TABBED: readonly string[] = ['/', '/q10', '/profile', '/email', '/scratch', '/sales', '/sales002', '/terms'];
/** Long screens whose buttons might stick to the window. */
const SCROLLED: readonly string[] = ['/q2', '/q10', '/q19', '/profile', '/final'];
/** Pages whose header stays on top, except in a low window. */
const WITH_HEADER: readonly string[] = ['/sales', '/sales002'];
/** 1280 x 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 } as const;
/** Screens with answers to choose from. */
const ANSWERED: readonly Step['kind'][] = ['single', 'multi'];
/** Legal texts, whose arrow leads back to where the visitor came from. */
const TEXTS: readonly Step['kind'][] = ['terms', 'privacy', 'refund', 'subscription', 'imprint', 'withdrawal'];

/** Screens with their content in the column. */
const IN_COLUMN: readonly Step['kind'][] = ['single', 'multi', 'email', 'name'];
/** Wide pages with the purchase in the column. */
const SOLD_IN_COLUMN: readonly string[] = ['/sales', '/sales002'];

/** In px: the column's width from the design tokens, and the content width of an element. */
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
  // /processing never finishes while it is checked, and each document starts as a new visitor's.
  await visitor.page.addInitScript(() => {
    if (location.pathname === '/processing') Object.assign(window, { setInterval: () => 0 });
    if (window.top === window) for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
});

/** Opens a path as a new visitor's deep link. */
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

const VISITED = sampleOf(STEPS, 12);

describe.each(VISITED.map((step) => [step.path, step] as [string, Step]))('%s', (path, step) => {
  beforeAll(() => visit(path));

  it('works as a deep link', async () => {
    await screen(visitor.page, screenOf(step)).waitFor();
    await closeWelcome(step);
    await expectHeadingAndTitle();
    expect(visitor.complaints).toEqual([]);
  });

  if (TABBED.includes(path))
    it('shows the keyboard focus: every tab stop is visibly marked and not covered', async () => {
      const stops = await tabStops(visitor.page);
      expect(stops.length).toBeGreaterThan(1);
      expect(stops.filter((stop) => !stop.marked || stop.covered)).toEqual([]);
    });

  it('passes axe at both sizes', async () => {
    expect(await violationsBySize(visitor.page)).toEqual([]);
  });

  it('fits 320 px, 200 % zoom and wide text spacing', async () => {
    expect(await layoutFaults(visitor.page)).toEqual([]);
  });

  if (!step.private && step.kind !== 'processing')
    it('covers no control on a phone in landscape', async () => {
      await visitor.page.setViewportSize(PHONE_LANDSCAPE);
      expect(await coveredControls(visitor.page)).toEqual([]);
      const { width } = PHONE_LANDSCAPE;
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });

  if (ANSWERED.includes(step.kind))
    it('breaks no answer into letters where the text is large on a phone in landscape', async () => {
      await visitor.page.setViewportSize(PHONE_LANDSCAPE);
      expect(await withLargeText(visitor.page, () => coveredControls(visitor.page))).toEqual([]);
    });

  if (WITH_HEADER.includes(path))
    it('has nothing that stays on top while it scrolls at 400 % zoom', async () => {
      await visitor.page.setViewportSize(ZOOMED);
      expect(await stickyElements(visitor.page)).toEqual([]);
    });

  if (SCROLLED.includes(path))
    it('has nothing that stays on top while it scrolls on a phone in landscape', async () => {
      expect(await stickyElements(visitor.page)).toEqual([]);
    });

  if (IN_COLUMN.includes(step.kind) || SOLD_IN_COLUMN.includes(path))
    it('keeps its column on a wide window', async () => {
      await visitor.page.setViewportSize(WIDE);
      const content = IN_COLUMN.includes(step.kind)
        ? visitor.page.locator('main')
        : visitor.page.getByRole('button', { name: 'Get my plan' }).last().locator('..');
      // The page is resized a frame or more after the window.
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

it('an unknown path has a screen that says so, with status 404, which passes axe at both sizes, and fits', async () => {
  const response = visitor.page.waitForResponse(siteUrl('/nowhere'));
  await visit('/nowhere');
  expect((await response).status()).toBe(404);
  await screen(visitor.page, 'not-found').waitFor();
  const text = await visitor.page.locator('main').innerText();
  expect(text).toContain('404 Page Not Found');
  expect(text).toContain('Did you forget to add the page to the router?');
  await expectHeadingAndTitle();
  expect(await violationsBySize(visitor.page)).toEqual([]);
  expect(await layoutFaults(visitor.page)).toEqual([]);
});
