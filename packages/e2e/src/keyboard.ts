import type { Page } from 'playwright-core';

const MOST_STOPS = 120;

export interface Stop {
  readonly name: string;
  /** Whether the focus shows, on the element or on the card around it. */
  readonly marked: boolean;
  /** Whether something else lies over all of it. */
  readonly covered: boolean;
}

/** What has the focus now; null for the page itself. */
export const focused = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const around: Element[] = [element, element.closest('label'), element.parentElement].filter((one) => one !== null);
    const isMarked = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const box = element.getBoundingClientRect();
    const isFree = (x: number, y: number) =>
      around.some((one) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (one.contains(top) || top === one);
      });
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
    );
    return {
      name: `${element.tagName} ${(element.getAttribute('aria-label') ?? element.getAttribute('data-answer') ?? element.textContent ?? '').trim().slice(0, 40)}`,
      marked: around.some(isMarked),
      covered: !points.some(([x, y]) => isFree(x, y)),
    };
  });

/** Every stop of the Tab key, from the top of the page until it leaves it. */
export async function tabStops(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('the keyboard does not get out of the page');
}

/** Presses Tab until what has the focus has this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < MOST_STOPS; count += 1) {
    if (name.test((await focused(page))?.name ?? '')) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${name.source}`);
}
