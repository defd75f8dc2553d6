import { PRODUCT, WITHDRAW_LABEL } from '@course/funnel';
import { isEntry, pathOf, STEPS, stepOf } from '@course/test-kit/product-flow';
import { SCRATCH_COPY } from 'mf-offer/flow';
import { RESUME_COPY } from 'mf-quiz/flow';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor, PHONE, PHONE_LANDSCAPE, WIDE } from '../src/browser.ts';
import { freeze } from '../src/clock.ts';
import { sampleOf } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';
import { remember } from '../src/visitor-storage.ts';
import { arrive, CHECKOUT, closeCheckout, interactive, open, openCheckout, returning } from '../src/walk.ts';

const SMALL_PHONE = { width: 320, height: 568 } as const;
const TABLET = { width: 768, height: 1024 } as const;

const stored = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('quiz_responses') ?? '{}') as { value?: Record<string, string> }).value,
  );

describe('the prerendered next question', () => {
  it('is not answered by a number key', async () => {
    const { page } = await freshVisitor();
    await page.clock.install();
    await open(page, '/q3');
    await freeze(page);
    await page.keyboard.press('2');
    await page.locator('[data-screen="q4"]').waitFor({ state: 'attached' });
    await page.keyboard.press('5');
    await page.keyboard.press('9');
    await page.clock.runFor(300);
    await arrive(page, 'q4');
    expect(await stored(page)).toEqual({ q3: 'often' });
    expect(await page.locator('[data-answer][aria-pressed="true"]').count()).toBe(0);
  });
});

describe('returning from the terms', () => {
  const ways = {
    'the page’s link': (page: Page) => page.getByRole('link', { name: 'Back to the offer' }).click(),
    'the browser’s Back': (page: Page) => page.goBack(),
  };
  const state = async (page: Page) => ({
    plan: await page.getByRole('radio', { checked: true }).getAttribute('data-plan'),
    ticked: await page.getByRole('checkbox').isChecked(),
  });

  const timer = (page: Page) => page.getByRole('timer').innerText();
  const storedStart = (page: Page) => page.evaluate(() => localStorage.getItem('sales002_timer_start_v2'));

  const cases = (['sales', 'sales002'] as const).flatMap((key) =>
    Object.entries(ways).map(([by, goBack]) => [pathOf(key), by, key, goBack] as const),
  );

  it.each(sampleOf(cases, 1))(
    'to %s by %s keeps plan, tick and countdown, of which a reload keeps only that of /sales002',
    async (path, _by, key, goBack) => {
      const { page } = await freshVisitor();
      await page.clock.install();
      await open(page, path);
      const before = await state(page);
      await page.locator('[data-plan="12week"]').click();
      await page.getByRole('checkbox').click();
      await page.clock.fastForward('04:00');
      await page
        .getByRole('link', { name: stepOf('terms').title })
        .first()
        .click();
      await arrive(page, 'terms');
      await goBack(page);
      await arrive(page, key);
      expect(await state(page)).toEqual({ plan: '12week', ticked: !before.ticked });
      expect(await timer(page)).toMatch(/0[56]:\d\d/);
      const start = await storedStart(page);
      await page.reload();
      await interactive(page);
      expect(await state(page)).toEqual(before);
      await expect.poll(() => timer(page)).toMatch(key === 'sales' ? /10:00|09:\d\d/ : /0[56]:\d\d/);
      if (key === 'sales002') expect(start).toMatch(/^\d{13}$/);
      expect(await storedStart(page)).toBe(start);
    },
  );
});

describe('the card form', () => {
  const number = (page: Page) => page.frameLocator('iframe').getByLabel('Card number');
  const buy = (page: Page) => page.getByRole('button', { name: 'Get my plan' }).last();

  const ways = [
    ['a tap outside', (page: Page) => page.mouse.click(20, 4)],
    ['Escape', (page: Page) => page.getByRole('button', { name: 'Close' }).press('Escape')],
    ['the browser’s Back', (page: Page) => page.goBack()],
  ] as const;

  it.each(sampleOf(ways, 1))('is hidden by %s, and reopens with what was typed', async (_by, leave) => {
    const { page } = await freshVisitor({ viewport: WIDE });
    let requests = 0;
    await page.route(CHECKOUT, (route) => {
      requests += 1;
      return route.continue();
    });
    await open(page, '/timeline');
    await page.getByRole('button', { name: 'CONTINUE' }).click();
    await arrive(page, 'sales002');
    await openCheckout(page);
    await number(page).fill('4242');
    const typed = await number(page).inputValue();
    await leave(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => buy(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/sales002');
    await buy(page).click();
    await page.getByRole('dialog').waitFor();
    expect([await number(page).inputValue(), requests]).toEqual([typed, 1]);
    await closeCheckout(page);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.goBack();
    await arrive(page, 'timeline');
  });

  it('of another plan replaces the hidden one', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales002');
    await openCheckout(page);
    await number(page).fill('4242');
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.locator('[data-plan="1week"]').click();
    await openCheckout(page);
    await page.frameLocator('iframe').getByRole('button', { name: /7\.76/ }).waitFor();
    expect([await number(page).inputValue(), await page.locator('iframe').count()]).toEqual(['', 1]);
  });
});

/** Returns the answers, plans and buttons that the notice covers in part. */
const underNotice = (page: Page) =>
  page.evaluate(() => {
    const notice = document.querySelector('.notice')!.getBoundingClientRect();
    const controls = [...document.querySelectorAll('main [data-answer], main [role="radio"], main button')];
    return controls
      .filter((control) => {
        const { top, bottom, left, right, height } = control.getBoundingClientRect();
        return height > 0 && top < notice.bottom && bottom > notice.top && left < notice.right && right > notice.left;
      })
      .map((control) => control.textContent);
  });

/** Returns the visible height of each plan and button below the sticky header and the notice. */
const visibleHeights = (page: Page) =>
  page.evaluate(() => {
    const bottomOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
    const edge = Math.max(bottomOf('main > header'), bottomOf('.notice'));
    return [...document.querySelectorAll('main form :is(button, a)')].map((control) => {
      const { top, bottom } = control.getBoundingClientRect();
      return Math.max(0, bottom - Math.max(top, edge));
    });
  });

const PHONES = [PHONE, SMALL_PHONE, PHONE_LANDSCAPE] as const;

describe('on phones of all sizes', () => {
  const settled = (page: Page) =>
    page
      .locator('.notice')
      .evaluate((notice) => Promise.all(notice.getAnimations().map((animation) => animation.finished)));

  it.each(sampleOf(['/q1', '/q2', '/q10', '/q19'], 1))(
    'the notice on %s covers no answer and no button',
    async (path) => {
      const { page } = await freshVisitor();
      await page.clock.install();
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('refused', 'QuotaExceededError');
        };
      });
      await open(page, path);
      // So that the notice stays while it is checked.
      await freeze(page);
      await page.locator('[data-answer]').first().click();
      await page.locator('.notice').waitFor();
      for (const viewport of PHONES) {
        await page.setViewportSize(viewport);
        await settled(page);
        expect([viewport, await underNotice(page)]).toEqual([viewport, []]);
      }
      if (path !== '/q2') return;
      await page.clock.runFor(300);
      await arrive(page, 'q3');
      for (const viewport of PHONES) {
        await page.setViewportSize(viewport);
        expect([viewport, await underNotice(page)]).toEqual([viewport, []]);
      }
    },
  );

  it.each(sampleOf(PHONES, 1))(
    'the notice of a failed checkout covers no plan and no button at $width x $height',
    async (viewport) => {
      const { page } = await freshVisitor({ viewport });
      await page.route(CHECKOUT, (route) => route.fulfill({ status: 502, body: '{}' }));
      await open(page, '/sales002');
      await page.locator('main form button:not([role])').scrollIntoViewIfNeeded();
      const before = await visibleHeights(page);
      await openCheckout(page);
      await page.locator('.notice').waitFor();
      await settled(page);
      const after = await visibleHeights(page);
      expect(before.filter((height) => height > 0).length).toBeGreaterThan(1);
      expect(after.filter((height, index) => height < before[index]! - 1)).toEqual([]);
    },
  );
});

it('the welcome dialog of /old001 opens once per visit', async () => {
  const { page } = await freshVisitor();
  await open(page, '/old001');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: stepOf('terms').title })
    .click();
  await arrive(page, 'terms');
  await page.goBack();
  await arrive(page, 'old001');
  await interactive(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await interactive(page);
  await page.getByRole('button', { name: 'MALE', exact: true }).click();
  await arrive(page, 'q1');
});

/** Returns the texts that are drawn directly on a sun. */
const onTheSun = (page: Page) =>
  page.evaluate(() => {
    const suns = [...document.querySelectorAll('main ~ svg circle, main svg circle')]
      .filter((sun) => sun.checkVisibility())
      .map((sun) => sun.getBoundingClientRect());
    const texts = [...document.querySelectorAll('main :is(p, h1, strong, a, button)')].filter(
      (element) => element.checkVisibility() && element.textContent,
    );
    const hasNoBackground = (element: Element): boolean => {
      for (let box: Element | null = element; box && box.tagName !== 'MAIN'; box = box.parentElement)
        if (getComputedStyle(box).backgroundColor !== 'rgba(0, 0, 0, 0)') return false;
      return true;
    };
    const boxOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const overlap = (a: DOMRect, b: DOMRect) =>
      a.top < b.bottom && a.bottom > b.top && a.left < b.right && a.right > b.left;
    return texts
      .filter((element) => hasNoBackground(element) && suns.some((sun) => overlap(sun, boxOf(element))))
      .map((element) => element.textContent);
  });

it('the links of a returning visitor are above the fold of /home, shift nothing and are not on the sun', async () => {
  const { page } = await freshVisitor();
  await open(page, '/home');
  const settled = () =>
    page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'));
  const positions = async () => {
    const boxes = [];
    for (const viewport of [TABLET, WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      await settled();
      for (const part of ['main svg', 'main ul', 'main ol']) boxes.push(await page.locator(part).last().boundingBox());
    }
    return boxes;
  };
  const before = await positions();
  await remember(page, { start: 'yes', q1: '25-34' }, { furthest_step: 'q2' });
  await page.reload();
  const link = page.getByRole('link', { name: RESUME_COPY });
  await link.waitFor();
  const { y, height } = (await link.boundingBox())!;
  expect(y + height).toBeLessThan(PHONE.height);
  expect(await positions()).toEqual(before);
  for (const viewport of [...PHONES, TABLET, WIDE]) {
    await page.setViewportSize(viewport);
    expect([viewport, await onTheSun(page)]).toEqual([viewport, []]);
  }
  await link.click();
  await arrive(page, 'q2');
});

describe('the scratch card', () => {
  const claim = (page: Page) => page.getByRole('button', { name: SCRATCH_COPY.win.button });
  const reveal = (page: Page) => page.getByRole('button', { name: SCRATCH_COPY.reveal });

  it('stays scratched after a reload and Back', async () => {
    const { page } = await freshVisitor();
    await open(page, '/scratch');
    await reveal(page).click();
    await claim(page).waitFor();
    await page.reload();
    await claim(page).waitFor();
    expect([await reveal(page).count(), await page.getByRole('dialog').count()]).toEqual([0, 0]);
    await claim(page).click();
    await arrive(page, 'timeline');
    await page.goBack();
    await claim(page).waitFor();
  });

  it('has no text directly on the sun on phones of all sizes', async () => {
    const { page } = await freshVisitor();
    await open(page, '/scratch');
    const atAllSizes = async () => {
      for (const viewport of PHONES) {
        await page.setViewportSize(viewport);
        expect([viewport, await onTheSun(page)]).toEqual([viewport, []]);
      }
    };
    await atAllSizes();
    await reveal(page).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await claim(page).waitFor();
    await atAllSizes();
  });
});

const ENTRIES = STEPS.filter((step) => isEntry(step.key)).map((step) => step.path);

it.each(sampleOf(ENTRIES, 1))('%s links to terms, privacy, withdrawal and company, which link back', async (path) => {
  const { page } = await freshVisitor();
  await open(page, path);
  if (path === '/old001') await page.getByRole('dialog').getByRole('button').click();
  const link = (name: string) => page.locator('main').getByRole('link', { name, exact: true });
  expect(await link(stepOf('terms').title).getAttribute('href')).toBe('/terms');
  expect(await link(stepOf('privacy').title).getAttribute('href')).toBe('/privacy');
  expect(await link(WITHDRAW_LABEL).getAttribute('href')).toBe('/withdrawal');
  // Nothing covers it, such as the dialog of /old001.
  await link(WITHDRAW_LABEL).click({ trial: true });
  await link(PRODUCT.legalName).click();
  await arrive(page, 'imprint');
  await page.getByRole('link', { name: 'Back to the quiz' }).click();
  await page.waitForURL(siteUrl(path));
});

describe('a visitor whose furthest question was removed by a release', () => {
  it.each(sampleOf(['q2b', 'payment-success'], 1))(
    'lands on the nearest remaining step (furthest: %s)',
    async (furthest) => {
      const { page } = await freshVisitor();
      await returning(
        page,
        { start: 'yes', q1: '25-34', q2: 'become-boss', q2b: 'x', q3: 'often' },
        { furthest_step: furthest },
      );
      await page.goto(siteUrl('/q2b'));
      await arrive(page, 'q2');
      expect(new URL(page.url()).pathname).toBe('/q2');
      expect(await page.getByText('Did you forget to add the page').count()).toBe(0);
    },
  );

  it('can continue after the last answer', async () => {
    const { page } = await freshVisitor();
    await returning(page, { start: 'yes', q1: '25-34', q2: 'become-boss', q3: 'often' }, { furthest_step: 'q3b' });
    await open(page, '/');
    await page.getByRole('link', { name: RESUME_COPY }).click();
    await arrive(page, 'q4');
  });
});
