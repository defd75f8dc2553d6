import { toggleChoice } from '@course/funnel';
import { stepOf, type StepKey } from '@course/test-kit/product-flow';
import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor, holdRoute, newVisitor } from '../src/browser.ts';
import { isWhole } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';
import { savedAnswers, sessionIdOf } from '../src/stored.ts';
import { answer, arrive, interactive } from '../src/walk.ts';

const random = seededRandom(testSeed());

const SHELL = '**/assets/shell.*.js';

/** Total number of taps: nine of ten on questions with several answers. */
const TAPS = isWhole ? 1000 : 60;
const MULTIPLE = { loads: Math.ceil((TAPS * 0.9) / 30), taps: 30 };
const SINGLE = { loads: Math.ceil((TAPS * 0.1) / 10), taps: 10 };
const MS_PER_LOAD = 3_000;

/** Opens `path` and holds back the shell's script. Returns a function that releases it. */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdRoute(page, SHELL);
  await page.goto(siteUrl(path), { waitUntil: 'commit' });
  await page.locator('[data-answer]').last().waitFor();
  return async () => {
    release();
    await interactive(page);
    await page.unroute(SHELL);
  };
}

/**
 * Taps the answers one after the other, each at a position within it, through the page's own hit test as a finger
 * would.
 */
const tapAll = (page: Page, taps: readonly { value: string; x: number; y: number }[]): Promise<void> =>
  page.evaluate((all) => {
    for (const { value, x, y } of all) {
      const control = document.querySelector(`[data-answer="${value}"]`)!;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      const at = { clientX: box.x + box.width * x, clientY: box.y + box.height * y };
      const target = document.elementFromPoint(at.clientX, at.clientY) ?? control;
      target.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1, ...at }),
      );
    }
  }, taps);

const randomTaps = (key: StepKey, count: number) => {
  const step = stepOf(key);
  const values = 'options' in step ? step.options.map(({ value }) => value) : [];
  return Array.from({ length: count }, () => ({
    value: random.oneOf(values),
    x: 0.1 + 0.8 * random.next(),
    y: 0.2 + 0.6 * random.next(),
  }));
};

const answerTo = (page: Page, key: string): Promise<string | undefined> =>
  page.evaluate((wanted) => {
    const stored = Object.values(localStorage).find((text) => text.includes(`"${wanted}":`));
    const parsed = JSON.parse(stored ?? '{}') as { value?: Record<string, string> };
    return parsed.value?.[wanted];
  }, key);

const exclusiveOf = (key: StepKey): string | undefined => {
  const step = stepOf(key);
  return step.kind === 'multi' ? step.exclusive : undefined;
};

/**
 * Loads a page as a new visitor, taps while the script is held back, the last time with a trusted event, then calls
 * `check`.
 */
async function tapEarly(
  key: StepKey,
  count: number,
  check: (page: Page, values: readonly string[]) => Promise<void>,
): Promise<void> {
  const { page, context, complaints } = await newVisitor();
  const taps = randomTaps(key, count);
  const release = await openHeld(page, stepOf(key).path);
  await tapAll(page, taps.slice(0, -1));
  await answer(page, taps.at(-1)!.value);
  await release();
  await check(
    page,
    taps.map(({ value }) => value),
  );
  expect(complaints, key).toEqual([]);
  await context.close();
}

it('a page whose script fails to load says so, and its links work', async () => {
  const { page } = await freshVisitor();
  const fail = await holdRoute(page, SHELL, (route) => route.abort('connectionreset'));
  await page.goto(siteUrl('/sales002'), { waitUntil: 'commit' });
  await page.locator('a[href="/terms"]').first().click({ noWaitAfter: true });
  fail();
  await page.waitForURL('**/terms');
  await page.getByRole('alert').getByText('did not load completely').waitFor();
  await page.locator('a[href="/privacy"]').first().click();
  await page.waitForURL('**/privacy');
  await page.unroute(SHELL);
  await page.getByRole('link', { name: 'Load it again' }).click();
  await interactive(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

describe('taps before the page is interactive', () => {
  it('leave a screen once, so that Back returns in one step', async () => {
    const { page } = await freshVisitor();
    const release = await openHeld(page, stepOf('home').path);
    await tapAll(page, randomTaps('home', 2));
    await release();
    await arrive(page, stepOf('home').next as StepKey);
    await page.goBack();
    await arrive(page, 'home');
  });

  it(
    `all count on questions with several answers: ${MULTIPLE.loads * MULTIPLE.taps} taps`,
    { timeout: 90_000 + MULTIPLE.loads * MS_PER_LOAD },
    async () => {
      for (let load = 0; load < MULTIPLE.loads; load += 1) {
        const key = random.oneOf(['q10', 'q15', 'q19'] as const);
        await tapEarly(key, MULTIPLE.taps, async (page, values) => {
          const expected = values.reduce<readonly string[]>(
            (chosen, value) => toggleChoice(chosen, value, exclusiveOf(key)),
            [],
          );
          await expect
            .poll(() => answerTo(page, key), { message: `load ${load} of ${key}` })
            .toBe(JSON.stringify(expected));
        });
      }
    },
  );

  it(
    `are applied in order, so that the last one counts and is saved, on questions with one answer: ${SINGLE.loads * SINGLE.taps} taps`,
    { timeout: 90_000 + SINGLE.loads * MS_PER_LOAD },
    async () => {
      for (let load = 0; load < SINGLE.loads; load += 1) {
        const key = random.oneOf(['q1', 'q2', 'q5', 'q8', 'q12'] as const);
        await tapEarly(key, SINGLE.taps, async (page, values) => {
          await arrive(page, stepOf(key).next as StepKey);
          const last = values.at(-1);
          expect(await answerTo(page, key), `load ${load} of ${key}`).toBe(last);
          const id = await sessionIdOf(page);
          await expect.poll(() => savedAnswers(id)).toEqual({ [key]: last });
        });
      }
    },
  );
});
