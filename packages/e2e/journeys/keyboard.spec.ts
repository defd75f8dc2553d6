import { stepOf } from '@course/test-kit/product-flow';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { focusedName, tabTo } from '../src/keyboard.ts';
import { sampleOf } from '../src/sample.ts';
import { arrive, open } from '../src/walk.ts';

const press = (page: Page, ...keys: string[]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const pressed = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('main [data-answer]:is([aria-pressed="true"], :checked)')
    .evaluateAll((found) => found.map((control) => control.getAttribute('data-answer')));
const valueAt = (key: 'q1' | 'q2' | 'q10', index: number): string => {
  const step = stepOf(key);
  return 'options' in step ? step.options[index]!.value : '';
};

describe('on a question, by keyboard', () => {
  it('arrows move between the answers, a number chooses one, and the next screen has the focus on its heading', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q1');
    await press(page, 'ArrowDown');
    expect(await focusedName(page)).toContain(valueAt('q1', 0));
    await press(page, 'ArrowRight');
    expect(await focusedName(page)).toContain(valueAt('q1', 1));
    await press(page, 'ArrowLeft', 'ArrowUp');
    const last = await page.locator('main [data-answer]').last().getAttribute('data-answer');
    expect(await focusedName(page)).toContain(last);
    expect(await pressed(page)).toEqual([]);
    await press(page, 'Control+2', 'Alt+2', 'a', '2');
    await arrive(page, 'onboarding');
    await expect.poll(() => focusedName(page)).toMatch(/^H1 /);
    await page.goBack();
    await arrive(page, 'q1');
    await expect.poll(() => pressed(page)).toEqual([valueAt('q1', 1)]);
  });

  it('several answers work like checkboxes: arrows only move, Space and numbers tick, Enter continues, and the choice is announced', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q10');
    const box = (index: number) =>
      page
        .getByRole('group', { name: stepOf('q10').title })
        .getByRole('checkbox')
        .nth(index);
    await press(page, 'ArrowDown', 'Enter', 'ArrowDown');
    expect(await pressed(page)).toEqual([]);
    await press(page, 'Space');
    expect([await box(0).isChecked(), await box(1).isChecked()]).toEqual([false, true]);
    await press(page, 'Space', 'ArrowUp', 'Space');
    expect([await box(0).isChecked(), await box(1).isChecked()]).toEqual([true, false]);
    await press(page, '1');
    expect(await pressed(page)).toEqual([]);
    await press(page, '1', '3');
    expect(await pressed(page)).toEqual([valueAt('q10', 0), valueAt('q10', 2)]);
    await page.getByRole('status').filter({ hasText: '2 options chosen' }).waitFor({ state: 'attached' });
    await press(page, '3');
    expect(await pressed(page)).toEqual([valueAt('q10', 0)]);
    await press(page, 'Enter');
    await arrive(page, 'reassurance2');
    await page.goBack();
    await expect.poll(() => pressed(page)).toEqual([valueAt('q10', 0)]);
  });

  it('numbers can be switched off permanently', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q2');
    await tabTo(page, /Answer with number keys|^INPUT/);
    await press(page, 'Space', 'Tab', '1');
    expect(await pressed(page)).toEqual([]);
    await open(page, '/q2');
    await press(page, 'ArrowDown', '1');
    expect(await pressed(page)).toEqual([]);
    await press(page, 'Enter');
    await arrive(page, 'q3');
  });

  it.each(sampleOf(['/', '/home', '/old001'], 1))('%s accepts a number, but not behind a dialog', async (path) => {
    const { page } = await freshVisitor();
    await open(page, path);
    if (path === '/old001') {
      await page.getByRole('dialog').waitFor();
      await press(page, '1');
      expect(new URL(page.url()).pathname).toBe(path);
      await press(page, 'Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await press(page, '1');
    await arrive(page, 'q1');
  });
});

describe('by keyboard only', () => {
  it('a visitor wins the discount, and opens and closes the checkout', async () => {
    const { page } = await freshVisitor();
    await open(page, '/email');
    await tabTo(page, /^INPUT/);
    await page.keyboard.type('7keys@example.com');
    await press(page, 'Enter');
    await arrive(page, 'name');
    await expect.poll(() => focusedName(page)).toMatch(/^H1 /);
    await tabTo(page, /^INPUT/);
    await page.keyboard.type('Anna');
    await press(page, 'Enter');
    await arrive(page, 'scratch');
    await tabTo(page, /Reveal without scratching/);
    await press(page, 'Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => focusedName(page)).toBe('H2 Woo hoo!');
    await tabTo(page, /CLAIM MY DISCOUNT/);
    await press(page, 'Enter');
    await arrive(page, 'timeline');
    await tabTo(page, /CONTINUE/);
    await press(page, 'Enter');
    await arrive(page, 'sales002');
    await page.getByRole('radio', { name: /12-week/i }).focus();
    await press(page, 'ArrowRight', 'ArrowLeft');
    await expect.poll(() => focusedName(page)).toMatch(/12-WEEK/i);
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await expect.poll(() => page.getByRole('radio', { name: /1-week/i }).isChecked()).toBe(true);
    const buy = page.getByRole('button', { name: 'Get my plan' }).last();
    await buy.focus();
    await press(page, 'Enter');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => buy.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('with the system setting for', () => {
  it('reduced motion, animations and the counter end at once', async () => {
    const { page } = await freshVisitor({ reducedMotion: 'reduce' });
    await open(page, '/profile');
    expect(await page.locator('main').innerText()).toContain('58%');
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0)),
      ),
    );
    expect(longest).toBeLessThanOrEqual(1);
  });

  it('forced colours, the chosen answers and the progress are still visible', async () => {
    const { page } = await freshVisitor({ forcedColors: 'active' });
    await open(page, '/q10');
    await press(page, '1');
    const border = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).borderTopColor);
    await page.mouse.move(0, 0);
    expect(await border('label:has(:checked)')).not.toBe(
      await border('label:has([data-answer]:not(:checked)):not(:hover)'),
    );
    const bar = page.locator('progress');
    const half = await bar.screenshot();
    await bar.evaluate((progress: HTMLProgressElement) => (progress.value = 1));
    expect((await bar.screenshot()).equals(half)).toBe(false);
    await open(page, '/sales002');
    expect(await border('[data-plan][aria-checked="true"]')).not.toBe(
      await border('[data-plan][aria-checked="false"]'),
    );
    await open(page, '/timeline');
    const fills = await page
      .locator('figure text')
      .evaluateAll((all) => all.map((text) => getComputedStyle(text).fill));
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
    expect(new Set(fills)).toEqual(new Set([ink]));
  });
});
