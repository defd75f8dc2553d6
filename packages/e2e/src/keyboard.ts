import type { Page } from 'playwright-core';

const MAX_STOPS = 120;

export interface TabStop {
  readonly name: string;
  /** True if the focus is visible, on the element or on the card around it. */
  readonly marked: boolean;
  /** True if it is completely covered by something else. */
  readonly covered: boolean;
}

/** Returns the element with the focus; null for the page itself. */
const focused = (page: Page): Promise<TabStop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const surroundings: Element[] = [element, element.closest('label'), element.parentElement].filter(
      (candidate) => candidate !== null,
    );
    const isMarked = (candidate: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const box = element.getBoundingClientRect();
    const isFree = (x: number, y: number) =>
      surroundings.some((candidate) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (candidate.contains(top) || top === candidate);
      });
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
    );
    return {
      name: `${element.tagName} ${(element.getAttribute('aria-label') ?? element.getAttribute('data-answer') ?? element.textContent ?? '').trim().slice(0, 40)}`,
      marked: surroundings.some(isMarked),
      covered: !points.some(([x, y]) => isFree(x, y)),
    };
  });

/** Returns the name of the element with the focus; empty for the page itself. */
export const focusedName = async (page: Page): Promise<string> => (await focused(page))?.name ?? '';

/** Returns every tab stop, from the top of the page until the focus leaves the page. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('Tab does not leave the page');
}

/** Presses Tab until an element with this name has the focus, unless one has it already. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < MAX_STOPS; count += 1) {
    if (name.test(await focusedName(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name.source}`);
}
