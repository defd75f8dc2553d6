import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { atRest } from './axe.ts';
import { sampleOf } from './sample.ts';

/** What WCAG 1.4.12 says that a page must bear. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** 320 px: 1280 px at 400 %. 640 x 400: 1280 x 800 at 200 %. */
const WAYS = [
  { name: '320 px', size: { width: 320, height: 640 }, rules: '' },
  { name: '640 px', size: { width: 640, height: 400 }, rules: '' },
  { name: 'spaced out', size: { width: 320, height: 640 }, rules: SPACING },
] as const;

/** What sticks out sideways, or is cut off, when the page is zoomed and when its text is spaced out, in `npm test` in one of these ways; a line each. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, size, rules } of sampleOf(WAYS, 1)) {
    await page.setViewportSize(size);
    await spaceOut(page, rules);
    faults.push(...(await lastingFaults(page)).map((what) => `${name}: ${what}`));
  }
  await spaceOut(page, '');
  return faults;
}

/** Controls that another element lies over, or that are taller than the window. */
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

/** What stays in place over the rest while the page scrolls. */
export const lyingOver = (page: Page): Promise<(string | null)[]> =>
  page.locator('main *').evaluateAll((all) =>
    all
      .filter((one) => {
        const { position, clipPath } = getComputedStyle(one);
        return /fixed|sticky/.test(position) && clipPath === 'none';
      })
      .map((one) => one.textContent),
  );

const SETTLES_MS = 60_000;
const LOOKS_AGAIN_MS = 50;

/** What is still wrong once the page had time to follow: charts learn their width a frame or more after the window got it. */
async function lastingFaults(page: Page): Promise<string[]> {
  await atRest(page);
  const end = performance.now() + SETTLES_MS;
  let faults = await sticksOut(page);
  while (faults.length > 0 && performance.now() < end) {
    await setTimeout(LOOKS_AGAIN_MS);
    faults = await sticksOut(page);
  }
  return faults;
}

/** By the object model: the page's policy refuses style elements. */
const spaceOut = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = text ? [sheet] : [];
  }, rules);

const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isWords = (element: Element) =>
      element.checkVisibility() && !element.closest('.visually-hidden, [aria-hidden="true"], svg svg');
    const isCut = (element: Element) =>
      /hidden|clip/.test(getComputedStyle(element).overflowX) &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const bad = [...document.body.querySelectorAll('*')].filter(isWords).filter((element) => {
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
