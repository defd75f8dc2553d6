import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { isCreate, startShop, type StartedShop } from '../../test/shop.ts';

let shop: StartedShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

it('finishes requests in progress before it stops, and accepts no new ones', async () => {
  const another = await shop.startAnother();
  const { browser, id } = await aVisitor(another.url);
  let release = (): void => undefined;
  shop.recorder.fault = () => new Promise((resolve) => (release = () => resolve(undefined)));
  const click = browser.post('/api/create-checkout-session', { plan: '4week' });
  await expect.poll(() => shop.recorder.calls.filter(isCreate).length).toBe(1);

  const stopped = another.stop();
  await expect
    .poll(() =>
      fetch(`${another.url}/healthz`).then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses');
  release();

  expect((await click).status).toBe(200);
  await stopped;
  expect(await query('select status from funnel.checkouts where session_id = $1', [id])).toEqual([{ status: 'open' }]);
});
