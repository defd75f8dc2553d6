import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilAtRest, violationsBySize } from './axe.ts';
import { PHONE } from './browser.ts';
import { sampleOf } from './sample.ts';

/** The text spacing of WCAG 1.4.12, which a page must support. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const LARGE_TEXT = 'html { font-size: 200% }';

/** 320 px is 1280 px at 400 %, and 640 x 400 is 1280 x 800 at 200 %. */
const CONDITIONS = [
  { name: '320 px', size: { width: 320, height: 640 }, rules: '' },
  { name: '640 px', size: { width: 640, height: 400 }, rules: '' },
  { name: 'text spacing', size: { width: 320, height: 640 }, rules: SPACING },
  { name: 'large text', size: PHONE, rules: LARGE_TEXT },
] as const;

/**
 * Returns elements that overflow sideways or are cut off when the page is zoomed or its text is spaced or large, a line
 * each. In `npm test` under one condition.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, size, rules } of sampleOf(CONDITIONS, 1, new URL(page.url()).pathname)) {
    await page.setViewportSize(size);
    await applyRules(page, rules);
    faults.push(...(await lastingFaults(page)).map((what) => `${name}: ${what}`));
  }
  await applyRules(page, '');
  return faults;
}

/**
 * Expects no violations, no layout faults, one h1 and a title (see `violationsBySize`, `layoutFaults`). Leaves the page
 * at the phone's size.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsBySize(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await page.locator('h1').count()).toBe(1);
  expect((await page.title()).length).toBeGreaterThan(3);
  await page.setViewportSize(PHONE);
}

/** Runs a check of a page whose text has twice its size. */
export async function withLargeText<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  await applyRules(page, LARGE_TEXT);
  try {
    return await check();
  } finally {
    await applyRules(page, '');
  }
}

/** Returns the controls that another element covers, or that are taller than the window. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.locator('main :is(button, a, input:not([type="hidden"]), [role="radio"], canvas)').evaluateAll((controls) =>
    controls.flatMap((control) => {
      if (!control.checkVisibility()) return [];
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (height > innerHeight) return [`${control.tagName} is taller than the window`];
      if (getComputedStyle(control.closest('label') ?? control).clipPath !== 'none' || top < 0) return [];
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isFree = hit !== null && (control.contains(hit) || hit.contains(control));
      return isFree ? [] : [`${control.tagName} ${control.textContent}`];
    }),
  );

/** Returns the texts of elements that stay in place while the page scrolls. */
export const stickyElements = (page: Page): Promise<(string | null)[]> =>
  page.locator('main *').evaluateAll((all) =>
    all
      .filter((element) => {
        const { position, clipPath } = getComputedStyle(element);
        return /fixed|sticky/.test(position) && clipPath === 'none';
      })
      .map((element) => element.textContent),
  );

const SETTLE_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * Returns the faults that remain after the page has had time to settle: charts are resized a frame or more after the
 * window.
 */
async function lastingFaults(page: Page): Promise<string[]> {
  await untilAtRest(page);
  const end = performance.now() + SETTLE_TIMEOUT_MS;
  let faults = await findOverflows(page);
  while (faults.length > 0 && performance.now() < end) {
    await setTimeout(POLL_MS);
    faults = await findOverflows(page);
  }
  return faults;
}

/** Applies rules through the CSSOM, because the page's policy forbids style elements. */
const applyRules = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = text ? [sheet] : [];
  }, rules);

const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisibleContent = (element: Element) =>
      element.checkVisibility() && !element.closest('.visually-hidden, [aria-hidden="true"], svg svg');
    const isCut = (element: Element) =>
      /hidden|clip/.test(getComputedStyle(element).overflowX) &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const bad = [...document.body.querySelectorAll('*')].filter(isVisibleContent).filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1 || isCut(element));
    });
    const described = bad.map(
      (element) =>
        `${element.tagName} ${element.getAttribute('class') ?? ''} ${(element.textContent ?? '').slice(0, 40)}`,
    );
    return document.documentElement.scrollWidth > innerWidth
      ? [...described, `scrolls to ${document.documentElement.scrollWidth}`]
      : described;
  });
