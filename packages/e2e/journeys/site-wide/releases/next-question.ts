import { expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import { freeze } from '../../../src/clock.ts';
import { quizWithBrokenQ4, withLive } from '../../../src/remotes.ts';
import { siteUrl } from '../../../src/stack.ts';
import { answer, arrive, open, screen } from '../../../src/walk.ts';

it('a next question that throws while prerendered does not affect the current one, and shows its fallback only when it is reached', async () => {
  const visitor = await freshVisitor();
  const dir = await quizWithBrokenQ4(`9.8.${Date.now()}`, 'boom');
  await withLive('mf-quiz', dir, async () => {
    const { page } = visitor;
    await page.clock.install();
    await open(page, '/q3');
    await freeze(page);
    await answer(page, 'often');
    await page.locator('[data-screen="unavailable"]').waitFor({ state: 'attached' });
    expect(await screen(page, 'q3').isVisible()).toBe(true);
    expect(await page.locator('[data-screen="unavailable"]').isVisible()).toBe(false);
    await page.clock.runFor(300);
    await page.waitForURL(siteUrl('/q4'));
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(visitor.complaints.some((line) => line.includes('[mf-quiz@') && line.includes('boom'))).toBe(true);
    await page.goBack();
    await arrive(page, 'q3');
    expect(await page.locator('[data-answer="often"]').getAttribute('aria-pressed')).toBe('true');
  });
});
