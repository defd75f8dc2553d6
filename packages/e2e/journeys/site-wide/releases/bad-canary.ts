import fs from 'node:fs/promises';
import { pageViewRef } from '@course/contracts';
import { aSessionId } from '@course/test-kit/ids';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '../../../src/browser.ts';
import { configOf, post } from '../../../src/by-http.ts';
import { quizWithBrokenQ4, remoteCommand } from '../../../src/remotes.ts';
import { siteUrl } from '../../../src/stack.ts';
import { answer, arrive, open } from '../../../src/walk.ts';

/** Enough visits of both releases for the judge. */
const VISITORS = 48;
/** Visitors who arrive in browsers at the same time, until one of them gets the canary. */
const AT_ONCE = 3;

/** Walks from q3 to q4, which the canary breaks. Resolves to whether this visitor got the canary. */
const meetsCanary = async ({ page }: Visitor): Promise<boolean> => {
  const reported = page.waitForResponse(siteUrl('/api/client-errors')).catch(() => undefined);
  await open(page, '/q3');
  await answer(page, 'often');
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.or(page.locator('[data-screen="q4"]')).first().waitFor();
  const isBroken = await retry.isVisible();
  if (isBroken) await reported;
  return isBroken;
};

/** Requests q4 and reports what a browser would. */
async function passesQ4(): Promise<void> {
  const { remotes = [] } = await configOf('/q4');
  const { release, channel } = remotes.find(({ paths }) => paths.includes('/q4'))!;
  const entered = await post('/api/page-views', { sessionId: aSessionId(), pagePath: '/q4', release });
  const { id: pageViewId } = pageViewRef.parse(await entered.json());
  if (channel !== 'canary') return;
  await post('/api/client-errors', { pageViewId, remote: 'mf-quiz', release, screen: 'q4', code: 'remote_broken' });
}

it('the judge aborts a canary that breaks a screen, with the figures as the reason', async () => {
  const dir = await quizWithBrokenQ4('9.8.0-bad', 'broken');
  await remoteCommand('publish', 'mf-quiz', '--from', dir, '--canary', '50', '--no-browser');
  /** Returns the first line below the table's header. */
  const lastAction = async () => (await remoteCommand('audit', 'mf-quiz')).split('\n')[2] ?? '';
  let unlucky: Visitor | undefined;
  try {
    for (let seen = 0; seen < VISITORS && !unlucky; seen += AT_ONCE) {
      const newcomers = await Promise.all(Array.from({ length: AT_ONCE }, () => newVisitor()));
      const broken = await Promise.all(newcomers.map(meetsCanary));
      unlucky = newcomers[broken.indexOf(true)];
      await Promise.all(newcomers.filter((newcomer) => newcomer !== unlucky).map(({ context }) => context.close()));
    }
    await Promise.all(Array.from({ length: VISITORS }, passesQ4));
    await expect
      .poll(lastAction, { interval: 2000 })
      .toMatch(/abort +9\.8\.0-bad +judge +errors in \d+ of \d+ visits, 0 of \d+ on stable/);
    expect(unlucky).toBeDefined();
    const served = async () => (await unlucky!.page.request.get(siteUrl('/runtime-config.json'))).text();
    await expect.poll(served).not.toContain('9.8.0-bad');
    await unlucky!.page.reload();
    await arrive(unlucky!.page, 'q4');
  } finally {
    await unlucky?.context.close();
    await remoteCommand('abort', 'mf-quiz', '--why', 'the test is over').catch(() => undefined);
    await fs.rm(dir, { recursive: true });
  }
});
