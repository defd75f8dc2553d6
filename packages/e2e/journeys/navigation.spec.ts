import { stepOf } from '@course/test-kit/product-flow';
import { describe, expect, it } from 'vitest';
import { freshVisitor, holdRoute } from '../src/browser.ts';
import { passTime } from '../src/clock.ts';
import { siteUrl } from '../src/stack.ts';
import { savedAnswers, sessionIdOf } from '../src/stored.ts';
import { allAnswers, answer, arrive, interactive, isSelected, open, returning, screen, walkQuiz } from '../src/walk.ts';

describe('an address', () => {
  it.each(['/q18', '/Q1', '/sales003'])('%s is not found, with status 404', async (path) => {
    expect((await fetch(siteUrl(path))).status).toBe(404);
  });
});

describe('the browser', () => {
  it('goes back and forward through the quiz, and answers stay selected until they are changed', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q2');
    await walkQuiz(page, 'q4', 'q2');
    const id = await sessionIdOf(page);
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'become-boss', q3: 'often' });
    await page.goBack();
    await arrive(page, 'q3');
    expect(await isSelected(page, 'often')).toBe(true);
    await page.goBack();
    await arrive(page, 'q2');
    await page.goForward();
    await arrive(page, 'q3');
    await page.goForward();
    await arrive(page, 'q4');
    await page.goBack();
    await arrive(page, 'q3');
    await answer(page, 'always');
    await arrive(page, 'q4');
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'become-boss', q3: 'always' });
  });

  it('reloads in the middle on the same screen with the answer kept', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q2');
    await walkQuiz(page, 'q3', 'q2');
    await page.reload();
    await interactive(page);
    await arrive(page, 'q3');
    await page.goBack();
    await arrive(page, 'q2');
    await expect.poll(() => isSelected(page, 'become-boss')).toBe(true);
  });

  it('goes back from /email to /readiness, because /processing replaced its history entry', async () => {
    const { page } = await freshVisitor();
    await page.clock.install();
    await returning(page, allAnswers());
    await open(page, '/readiness');
    await page.getByRole('button', { name: /^continue$/i }).click();
    await arrive(page, 'processing');
    await passTime(page, screen(page, 'email'));
    await page.goBack();
    await arrive(page, 'readiness');
  });

  it('is redirected from /processing to the first unanswered question', async () => {
    const { page } = await freshVisitor();
    await page.clock.install();
    await returning(page, { q1: '25-34', q2: 'become-boss' });
    await open(page, '/profile');
    await page.getByRole('link', { name: 'Back' }).click();
    await arrive(page, 'processing');
    await passTime(page, screen(page, 'q3'));
    expect(page.url()).toBe(siteUrl(stepOf('q3').path));
  });
});

describe('a screen', () => {
  it('stands still when it is the first of a page, and slides in after an answer', async () => {
    const { page } = await freshVisitor({ reducedMotion: 'no-preference' });
    const slides = () => page.locator('main').evaluate((main) => getComputedStyle(main).animationName !== 'none');
    await open(page, '/q2');
    expect(await slides()).toBe(false);
    await walkQuiz(page, 'q3', 'q2');
    expect(await slides()).toBe(true);
  });

  it('has a landscape that fades in on the first screen of a page, and is there on the next ones', async () => {
    const { page } = await freshVisitor({ reducedMotion: 'no-preference' });
    const landscape = page.locator('svg[class*="horizon"]');
    const fades = () => landscape.evaluate((svg) => getComputedStyle(svg).animationName !== 'none');
    const isFading = () => landscape.evaluate((svg) => svg.getAnimations().length > 0);
    await open(page, '/q1');
    expect(await fades()).toBe(true);
    await expect.poll(isFading).toBe(false);
    await walkQuiz(page, 'q3');
    expect(await isFading()).toBe(false);

    await open(page, '/home');
    await page.getByRole('button', { name: 'Start My 2-Minute AI Quiz' }).first().click();
    await landscape.waitFor();
    expect(await fades()).toBe(false);
  });

  it('slides in once after the back arrow', async () => {
    const { page } = await freshVisitor({ reducedMotion: 'no-preference' });
    await open(page, '/q2');
    await walkQuiz(page, 'q4', 'q2');
    const slides = await page.evaluateHandle(() => {
      const names: string[] = [];
      addEventListener('animationstart', ({ target, animationName }) => {
        if ((target as Element).matches('[data-screen="q3"]')) names.push(animationName);
      });
      return names;
    });
    await page.getByRole('link', { name: 'Back' }).click();
    await arrive(page, 'q3');
    await page.locator('main').evaluate(async (main) => {
      // A second animation would start in the frame after the first.
      const frame = () => new Promise(requestAnimationFrame);
      await Promise.all(main.getAnimations().map(({ finished }) => finished));
      await frame().then(frame);
    });
    expect(await slides.jsonValue()).toHaveLength(1);
  });

  it('stays until the remote of the next one has arrived', async () => {
    const { page } = await freshVisitor();
    const release = await holdRoute(page, '**/remotes/mf-legal/**');
    await open(page, '/');
    await page.locator('a[href="/terms"]').first().click();
    await page.waitForURL('**/terms');
    // A blank screen would replace it within a frame.
    await page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    expect(await page.locator('[data-screen]:visible').getAttribute('data-screen')).toBe('root');
    release();
    await arrive(page, 'terms');
  });

  it('focuses the section that a link points to', async () => {
    const { page } = await freshVisitor();
    await open(page, '/withdrawal');
    await page.locator('a[href="/terms#withdrawal"]').click();
    await arrive(page, 'terms');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('withdrawal');
  });

  it('shows a legal text on Back where its reader was, not at the section that a link once pointed to', async () => {
    const { page } = await freshVisitor();
    await open(page, '/terms#withdrawal');
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    // A click would scroll to the link.
    await page.locator('main a[href="/privacy"]').last().dispatchEvent('click');
    await arrive(page, 'privacy');
    await page.goBack();
    await arrive(page, 'terms');
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(300);
  });
});
