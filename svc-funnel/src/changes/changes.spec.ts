import { randomUUID } from 'node:crypto';
import { ANSWERS_MAX } from '@course/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, type Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { aCharge, aDispute, anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { sharedService, type Service, WEBHOOK_SECRET } from '../../test/service.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const send = async (event: unknown): Promise<void> =>
  expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
const answer = (browser: Browser, sessionId: string, questionNumber: string, answerValue: string) =>
  browser.post('/api/responses', { sessionId, questionNumber, answerValue });

/** Returns what was recorded of a session since the last call, and deletes it, as svc-tracking does. */
const recorded = async (id: string): Promise<unknown[]> =>
  (await query('delete from funnel.changes where session_id = $1 returning kind', [id])).map(({ kind }) => kind);

const aBuyerOf = async () => {
  const { id } = await aVisitor(service.url, `${randomUUID()}@example.com`);
  const paid = aSessionObject(await anOpenCheckout(id));
  await send(anEvent(paid));
  return { id, payment: paid['payment_intent'] };
};

describe('the change table', () => {
  it('records a new session once, and the campaign of a later visit', async () => {
    const { browser, id } = await aVisitor(service.url);
    expect(await recorded(id)).toEqual(['changed']);
    await browser.post('/api/sessions', { id });
    expect(await recorded(id)).toEqual([]);
    await browser.post('/api/sessions', { id, utm: { source: 'ad' } });
    expect(await recorded(id)).toEqual(['changed']);
  });

  it('records each stored answer, first or changed, and no refused one', async () => {
    const { browser, id } = await aVisitor(service.url);
    await recorded(id);
    for (const value of ['18-24', '45+']) {
      expect((await answer(browser, id, 'q1', value)).status).toBeLessThan(300);
      expect(await recorded(id)).toEqual(['changed']);
    }
    await query(
      `insert into funnel.responses (session_id, question_key, answer_value) select $1, 'x' || n, 'y' from generate_series(2, $2::int) as n`,
      [id, ANSWERS_MAX],
    );
    expect((await answer(browser, id, 'q2', 'wealth')).status).toBeGreaterThanOrEqual(400);
    expect(await recorded(id)).toEqual([]);
  });

  it('does not record an address or name, which are not counted', async () => {
    const { browser, id } = await aVisitor(service.url);
    await recorded(id);
    await browser.patch(`/api/sessions/${id}`, { email: 'a@example.com', name: 'Anna' });
    expect(await recorded(id)).toEqual([]);
  });

  it('records an order, its refund and its dispute', async () => {
    const { id, payment } = await aBuyerOf();
    expect(await recorded(id)).toContain('changed');
    await send(anEvent(aCharge(payment, { amount_refunded: 500 }), { type: 'charge.refunded' }));
    expect(await recorded(id)).toEqual(['changed']);
    await send(anEvent(aDispute(payment), { type: 'charge.dispute.created' }));
    expect(await recorded(id)).toEqual(['changed']);
  });

  it('keeps no record of a transaction that is rolled back', async () => {
    const { id } = await aVisitor(service.url);
    await recorded(id);
    await query(`do $$ begin
      perform funnel.save_response('${id}', 'q1', '45+', 5);
      raise exception 'undo';
    exception when raise_exception then null;
    end $$`);
    expect(await query('select from funnel.responses where session_id = $1', [id])).toEqual([]);
    expect(await recorded(id)).toEqual([]);
  });
});
