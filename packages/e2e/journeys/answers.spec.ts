import { describe, expect, it } from 'vitest';
import { freshVisitor, holdRoute } from '../src/browser.ts';
import { siteUrl } from '../src/stack.ts';
import { savedAnswers, sessionIdOf } from '../src/stored.ts';
import { answer, arrive, open, walkQuiz } from '../src/walk.ts';

describe('answers', () => {
  it('given offline lead to the next question and are sent once the network is back', async () => {
    const { page, context } = await freshVisitor();
    await open(page, '/q1');
    await walkQuiz(page, 'q2');
    const id = await sessionIdOf(page);
    await context.setOffline(true);
    await answer(page, 'become-boss');
    await arrive(page, 'q3');
    await answer(page, 'always');
    await arrive(page, 'q4');
    await context.setOffline(false);
    await expect.poll(() => savedAnswers(id)).toMatchObject({ q1: '25-34', q2: 'become-boss', q3: 'always' });
  });

  it('changed later replace the old ones on the device and on the server', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q2');
    await answer(page, 'become-boss');
    await arrive(page, 'q3');
    const id = await sessionIdOf(page);
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'become-boss' });
    await page.goBack();
    await answer(page, 'future-proof');
    await arrive(page, 'q3');
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'future-proof' });
  });

  it('tapped before the page is interactive are kept and lead to the next screen', async () => {
    const { page } = await freshVisitor();
    const release = await holdRoute(page, '**/assets/shell.*.js');
    await page.goto(siteUrl('/q5'), { waitUntil: 'commit' });
    await answer(page, 'very-afraid');
    release();
    await arrive(page, 'reassurance1');
    const id = await sessionIdOf(page);
    await expect.poll(() => savedAnswers(id)).toEqual({ q5: 'very-afraid' });
  });
});
