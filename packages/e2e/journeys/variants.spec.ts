import { BUCKETS, bucketOf, SPLIT_COOKIE } from '@course/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { startConfiguredEdge, type ConfiguredEdge } from '../src/configured-edge.ts';
import { sampleOf } from '../src/sample.ts';
import { rows, siteUrl } from '../src/stack.ts';
import { sessionIdOf } from '../src/stored.ts';
import { arrive, interactive, open } from '../src/walk.ts';

let edge: ConfiguredEdge;
beforeAll(async () => {
  edge = await startConfiguredEdge({ ENTRY_SPLIT: '/=1 /home=1', SALES_SPLIT: '/sales=1 /sales002=1' });
});
afterAll(() => edge.stop());

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
  const first = await page.goto(siteUrl('/start'));
  for (let repeat = 0; repeat < 3; repeat += 1) expect((await page.goto(siteUrl('/start')))?.url()).toBe(first?.url());
  expect((await context.cookies()).filter(({ name }) => name === SPLIT_COOKIE)).toHaveLength(1);
});
