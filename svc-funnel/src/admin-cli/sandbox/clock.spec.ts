import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBuyer, startOwnShop, type OwnShop } from '../../../test/own-shop.ts';

let shop: OwnShop;
beforeAll(async () => {
  shop = await startOwnShop();
});
afterAll(() => shop.stop());

describe('clock', () => {
  // In place of a running service's worker, which sends what is queued.
  let worker: NodeJS.Timeout;
  beforeAll(() => {
    worker = setInterval(
      () =>
        void shop
          .query(`update funnel.deliveries set status = 'sent', sent_at = now() where status = 'queued'`)
          .catch(() => undefined),
      20,
    );
  });
  afterAll(() => clearInterval(worker));

  const ahead = async () => Number((await shop.query('select ahead_ms from funnel.sandbox_clock'))[0]?.['ahead_ms']);

  it('moves a day at a time and queues what falls due on the way, one lesson a day', async () => {
    const { orderId } = await aBuyer(shop);
    const lessons = () =>
      shop.query(`select place, status from funnel.deliveries where order_id = $1 and kind = 'lesson' order by place`, [
        orderId,
      ]);
    expect((await shop.run('clock show')).out).toContain('the real time');
    expect((await shop.run('clock advance 1d', 'y')).out).toContain('1 day and 0 h ahead');
    expect(await lessons()).toHaveLength(1);
    await shop.run('clock advance 3d --yes');
    expect((await lessons()).map(({ place }) => place)).toEqual([1, 2, 3, 4]);
    expect(await ahead()).toBe(4 * 86_400_000);
    expect((await shop.run('clock show')).out).toContain('4 days and 0 h ahead');
  }, 60_000);

  it('makes retries due that fall into the skipped time, and leaves the others', async () => {
    await shop.query(
      `select graphile_worker.add_job('send', '{}', job_key => 'soon', run_at => now() + interval '5 hours'), graphile_worker.add_job('send', '{}', job_key => 'later', run_at => now() + interval '9 hours')`,
    );
    await shop.run('clock advance 6h --yes');
    expect(
      await shop.query(
        `select key, run_at <= now() as due, run_at < now() + interval '4 hours' as nearer from graphile_worker.jobs where key in ('soon', 'later') order by key`,
      ),
    ).toEqual([
      { key: 'later', due: false, nearer: true },
      { key: 'soon', due: true, nearer: true },
    ]);
  });

  it('asks for confirmation, and refuses an invalid duration', async () => {
    const before = await ahead();
    expect((await shop.run('clock advance 1d', 'n')).code).toBe(1);
    expect((await shop.run('clock advance 1d')).code).toBe(1);
    expect((await shop.run('clock advance tomorrow --yes')).code).toBe(2);
    expect(await ahead()).toBe(before);
  });

  it.each([
    ['live keys', { livemode: true, apiBase: undefined }, 'this shop has live keys'],
    ["Stripe's own address", { livemode: false, apiBase: undefined }, 'payments go to Stripe itself'],
  ])('does not move with %s', async (_, payments, sentence) => {
    const { env } = shop.deps;
    const before = await ahead();
    Object.assign(shop.deps, { env: { ...env, payments: { ...env.payments, ...payments } } });
    for (const line of ['clock advance 1d --yes', 'clock show'])
      expect(await shop.run(line)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
    Object.assign(shop.deps, { env });
    expect(await ahead()).toBe(before);
  });
});
