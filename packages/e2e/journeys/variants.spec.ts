import { BUCKETS, bucketOf, SPLIT_COOKIE } from '@course/contracts';
import { STEPS } from '@course/test-kit/product-flow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { startConfiguredEdge, type ConfiguredEdge } from '../src/configured-edge.ts';
import { startPixelHost, type PixelHost } from '../src/pixel-host.ts';
import { sampleOf } from '../src/sample.ts';
import { rows, siteUrl } from '../src/stack.ts';
import { sessionIdOf } from '../src/stored.ts';
import { arrive, follow, interactive, open } from '../src/walk.ts';

let pixel: PixelHost;
let edge: ConfiguredEdge;
beforeAll(async () => {
  pixel = await startPixelHost();
  edge = await startConfiguredEdge({
    ENTRY_SPLIT: '/=1 /home=1',
    SALES_SPLIT: '/sales=1 /sales002=1',
    PIXEL_ID: 'PIXEL1',
    PIXEL_SCRIPT_URL: pixel.scriptUrl,
    CONSENT_MODE: 'off',
  });
});
afterAll(async () => {
  await edge.stop();
  pixel.stop();
});

const ENTRY = { 0: 'root', 9999: 'home' } as const;

it.each(sampleOf([0, 9999] as const, 1))(
  'bucket %i sees one entry and one sales page, and both are recorded with the session and its page views',
  async (bucket) => {
    const { page, context, complaints } = await freshVisitor({}, edge.browser);
    await context.addCookies([{ name: SPLIT_COOKIE, value: String(bucket), url: siteUrl() }]);
    await page.goto(siteUrl('/start?utm_source=ig&utm_campaign=spring&ttclid=E.C.P.1&other=x'));
    await interactive(page);
    expect(new URL(page.url()).pathname).toBe(bucket === 0 ? '/' : '/home');
    const id = await sessionIdOf(page);

    const sales = bucketOf(id) < BUCKETS / 2 ? 'sales' : 'sales002';
    const variant = `entry=${ENTRY[bucket]},sales=${sales}`;
    await expect
      .poll(() => rows('select utm, click_ids, variant from funnel.sessions where id = $1', [id]))
      .toEqual([{ utm: { source: 'ig', campaign: 'spring' }, click_ids: { ttclid: 'E.C.P.1' }, variant }]);

    await open(page, '/timeline');
    await page.getByRole('button', { name: /^continue$/i }).click();
    await arrive(page, sales);
    await expect
      .poll(() =>
        rows('select page_path, variant from tracking.page_views where session_id = $1 order by entered_at', [id]),
      )
      .toEqual([bucket === 0 ? '/' : '/home', '/timeline', `/${sales}`].map((page_path) => ({ page_path, variant })));
    expect(complaints).toEqual([]);
  },
);

it('gives a new browser a permanent bucket', async () => {
  const { page, context } = await freshVisitor({}, edge.browser);
  const start = async () => (await page.goto(siteUrl('/start'), { waitUntil: 'commit' }))?.url();
  const first = await start();
  for (let repeat = 0; repeat < 3; repeat += 1) expect(await start()).toBe(first);
  expect((await context.cookies()).filter(({ name }) => name === SPLIT_COOKIE)).toHaveLength(1);
});

it('loads no pixel on pages that are opened by a secret link', async () => {
  const { page } = await freshVisitor({}, edge.browser);
  const watched: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(pixel.scriptUrl)) watched.push(page.url());
  });
  for (const { path } of STEPS.filter((step) => step.private)) {
    await follow(page, siteUrl(`${path}#t=${'A'.repeat(43)}`));
    await page.waitForLoadState('networkidle');
  }
  expect(watched).toEqual([]);
  // Not even after a legal page, which loads it.
  await open(page, '/course');
  await page.getByRole('link', { name: 'Withdraw from contract' }).click();
  await expect.poll(() => watched).toEqual([siteUrl('/withdrawal')]);
  await page.getByRole('link', { name: 'Back to your course' }).click();
  await page.waitForURL(siteUrl('/course'));
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => 'ttq' in globalThis)).toBe(false);
  // It is loaded here, which shows that this test would have noticed it before.
  pixel.forget();
  await open(page, '/sales002');
  await expect.poll(() => pixel.requests.length).toBeGreaterThan(0);
  await expect.poll(() => watched).toEqual([siteUrl('/withdrawal'), siteUrl('/sales002')]);
});
