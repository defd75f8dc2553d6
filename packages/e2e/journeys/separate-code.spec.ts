import { describe, expect, it } from 'vitest';
import { freshVisitor, holdRoute } from '../src/browser.ts';
import { siteUrl } from '../src/stack.ts';
import { savedAnswers, sessionIdOf } from '../src/stored.ts';
import { allAnswers, answer, arrive, button, heading, open, screen, walkQuiz } from '../src/walk.ts';

const CHUNK = '**/assets/later.*.js';

describe('the code of the quiz’s later screens', () => {
  it('is requested after the first answer, and the quiz then works without a network and later sends its answers', async () => {
    const { page, context, complaints } = await freshVisitor();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const requests = () => requested.filter((url) => url.includes('/assets/later.')).length;
    await open(page, '/q1');
    await page.waitForLoadState('networkidle');
    expect(requests()).toBe(0);
    await walkQuiz(page, 'q2');
    await expect.poll(requests).toBe(2);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    await context.setOffline(true);
    await walkQuiz(page, 'readiness', 'q2');
    await context.setOffline(false);
    const id = await sessionIdOf(page);
    await expect.poll(() => savedAnswers(id)).toEqual(allAnswers());
  });

  it('is named by the pages of these screens', async () => {
    const page = async (path: string) => (await fetch(siteUrl(path))).text();
    expect(await page('/profile')).toMatch(
      /<link rel="preload" as="script" href="[^"]+\/assets\/later\.[0-9a-f]+\.js" integrity/,
    );
    expect(await page('/q1')).not.toContain('/assets/later.');
  });

  it('is waited for on the screen before', async () => {
    const { page } = await freshVisitor();
    const release = await holdRoute(page, CHUNK);
    await open(page, '/q5');
    await answer(page, 'very-afraid');
    await page.waitForURL('**/reassurance1');
    expect([await screen(page, 'q5').isVisible(), await screen(page, 'loading').count()]).toEqual([true, 0]);
    release();
    await arrive(page, 'reassurance1');
  });

  it('is requested again by the next screen if it could not be preloaded', async () => {
    const { page } = await freshVisitor();
    let failed = 0;
    page.on('requestfailed', (request) => (failed += request.url().includes('/assets/later.') ? 1 : 0));
    await page.route(CHUNK, (route) => route.abort());
    await open(page, '/q4');
    await expect.poll(() => failed).toBe(2);
    await page.unroute(CHUNK);
    await answer(page, 'very-comfortable');
    await arrive(page, 'q5');
    await answer(page, 'very-afraid');
    await arrive(page, 'reassurance1');
  });

  it('is requested again by Retry if it could not be reached', async () => {
    const { page } = await freshVisitor();
    await page.route(CHUNK, (route) => route.abort());
    await open(page, '/q5');
    await answer(page, 'very-afraid');
    await heading(page, 'One moment').waitFor();
    await page.unroute(CHUNK);
    await button(page, 'Retry').click();
    await arrive(page, 'reassurance1');
  });
});
