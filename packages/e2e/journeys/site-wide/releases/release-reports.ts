import type { HostConfig } from '@course/federation/contract';
import { expect, it } from 'vitest';
import { freshVisitor, newVisitor, WIDE } from '../../../src/browser.ts';
import { quizWithBrokenQ4, withLive } from '../../../src/remotes.ts';
import { rows, siteUrl, stackFile } from '../../../src/stack.ts';
import { answer, arrive, open } from '../../../src/walk.ts';

/**
 * Waits until the insights count a release by name, a few seconds after it went live; earlier visits count under
 * "other".
 */
async function untilCounted(remote: string): Promise<void> {
  const config = (await (await fetch(siteUrl('/runtime-config.json'))).json()) as HostConfig;
  const { release } = config.remotes.find(({ name }) => name === remote)!;
  const found = () =>
    rows(`select from tracking.counted_names where kind = 'release' and name = '${release}' and counts_from < now()`);
  await expect.poll(async () => (await found()).length).toBe(1);
}

it('browsers report a release whose screen throws, and the insights show its failures', async () => {
  const version = `9.7.${Date.now()}`;
  const dir = await quizWithBrokenQ4(version, 'no a@b.example');
  const reports: Record<string, unknown>[] = [];
  await withLive('mf-quiz', dir, async () => {
    await untilCounted('mf-quiz');
    const visitor = await newVisitor();
    const { page } = visitor;
    page.on('request', (request) => {
      if (request.url() === siteUrl('/api/client-errors')) reports.push(request.postDataJSON());
    });
    await open(page, '/q3');
    await answer(page, 'often');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    expect(visitor.complaints.filter((line) => line.includes('policy violation'))).toEqual([]);
    await visitor.context.close();

    const owner = await freshVisitor({ viewport: WIDE });
    const today = new Date().toISOString().slice(0, 10);
    const days = `from=${today}&to=${today}`;
    const { hash } = new URL(stackFile().insightsUrl);
    const { request } = owner.page;
    await request.post(siteUrl('/api/insights/session'), { data: { token: hash.slice(1) } });
    const figures = async () =>
      (await request.get(siteUrl(`/api/insights/releases?${days}`))).json() as Promise<object>;
    await expect
      .poll(figures)
      .toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ version, visits: 1, failed: 1 })]) });
    await owner.page.goto(siteUrl(`/insights?${days}`));
    const row = owner.page.getByRole('region', { name: 'Releases by remote' }).locator('tr', { hasText: version });
    await expect
      .poll(() => row.locator('td').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^1\s/), expect.stringMatching(/^100\.0%\s+1 of 1$/)]));
    expect(owner.complaints).toEqual([]);
  });
  for (const report of reports)
    expect(Object.keys(report).sort()).toEqual(['code', 'pageViewId', 'release', 'remote', 'screen']);
  expect(reports[0]).toMatchObject({ remote: 'mf-quiz', code: 'remote_broken' });
});

it('an error before the shell runs is reported, and web vitals of each screen arrive with the visit', async () => {
  const visitor = await freshVisitor();
  const { page } = visitor;
  const reports: Record<string, unknown>[] = [];
  const exits: { readonly vitals?: object }[] = [];
  page.on('request', (request) => {
    if (request.url() === siteUrl('/api/client-errors')) reports.push(request.postDataJSON());
    if (request.method() === 'PATCH') exits.push(request.postDataJSON());
  });
  await page.addInitScript(() =>
    addEventListener('readystatechange', () => document.readyState === 'interactive' && nowhere(), true),
  );
  await open(page, '/q2');
  await expect.poll(() => reports).toMatchObject([{ remote: 'shell', screen: 'q2', code: 'early_error' }]);
  await page.locator('[data-answer]').first().click();
  await arrive(page, 'q3');
  await expect
    .poll(() => exits[0]?.vitals)
    .toMatchObject({ lcpSeconds: expect.any(Number), ttfbSeconds: expect.any(Number) });
});

declare function nowhere(): void;
