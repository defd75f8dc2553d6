import { beforeAll, describe, expect, it } from 'vitest';
import { aSessionId, aVisitor, Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { COOKIE_KEY, sharedService, type Service, startService } from '../../test/service.ts';
import { bindVisitor } from './visitor-cookie.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const rowOf = async (id: string) => (await query('select * from funnel.sessions where id = $1', [id]))[0];
const error = (statusCode: number, code: string) => ({ statusCode, code, message: expect.any(String) });

describe('creating a session', () => {
  it('returns 201, binds the browser and stores the optional fields', async () => {
    const [browser, id] = [new Browser(service.url), aSessionId()];
    const created = await browser.post('/api/sessions', {
      id,
      timeZone: 'Europe/Berlin',
      utm: { source: 'ad' },
      clickIds: { gclid: 'x' },
      variant: 'b',
    });
    expect([created.status, created.body]).toEqual([201, { id }]);
    expect(created.headers.getSetCookie()[0]).toMatch(
      /^funnel_session=.*; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await rowOf(id)).toMatchObject({
      time_zone: 'Europe/Berlin',
      utm: { source: 'ad' },
      click_ids: { gclid: 'x' },
      variant: 'b',
      email: null,
    });
  });

  it('of a browser with the owner’s mark stores it as excluded', async () => {
    const [marked, other] = [aSessionId(), aSessionId()];
    const post = (id: string, cookie: string) =>
      fetch(`${service.url}/api/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ id }),
      });
    expect([(await post(marked, 'a=b; not_counted=1')).status, (await post(other, 'not_counted=0')).status]).toEqual([
      201, 201,
    ]);
    expect([(await rowOf(marked))?.['not_counted'], (await rowOf(other))?.['not_counted']]).toEqual([true, false]);
  });

  it("returns 200 for the browser's own session", async () => {
    const { browser, id } = await aVisitor(service.url);
    expect(await browser.post('/api/sessions', { id })).toMatchObject({ status: 200, body: { id } });
  });

  it("updates where the browser's own session came from", async () => {
    const [browser, id] = [new Browser(service.url), aSessionId()];
    await browser.post('/api/sessions', { id, utm: { source: 'ad' }, clickIds: { gclid: 'x' } });
    await browser.post('/api/sessions', { id, utm: { source: 'ad', last_source: 'mail' } });
    expect(await rowOf(id)).toMatchObject({ utm: { source: 'ad', last_source: 'mail' }, click_ids: { gclid: 'x' } });
    await new Browser(service.url).post('/api/sessions', { id, utm: { source: 'forged' } });
    expect(await rowOf(id)).toMatchObject({ utm: { source: 'ad' } });
  });

  it("rebinds with 201 when the id is free and the cookie is another session's", async () => {
    const { browser, id: old } = await aVisitor(service.url);
    const id = aSessionId();
    expect((await browser.post('/api/sessions', { id })).status).toBe(201);
    expect((await browser.get(`/api/sessions/${id}`)).status).toBe(200);
    expect((await browser.get(`/api/sessions/${old}`)).status).toBe(404);
  });

  it('refuses an id that another browser has, and sets no cookie', async () => {
    const { id } = await aVisitor(service.url);
    const other = new Browser(service.url);
    const refused = await other.post('/api/sessions', { id });
    expect([refused.status, refused.body]).toEqual([409, error(409, 'session_taken')]);
    expect(other.cookie).toBeUndefined();
  });

  it('creates one session from 20 parallel calls', async () => {
    const [browser, id] = [new Browser(service.url), aSessionId()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post('/api/sessions', { id })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 200 || status === 409)).toBe(true);
  });

  it('sets a Secure cookie when the site is https', async () => {
    const secure = await startService({ env: { PUBLIC_URL: 'https://shop.example' } });
    const created = await new Browser(secure.url).post('/api/sessions', { id: aSessionId() });
    await secure.stop();
    expect(created.headers.getSetCookie()[0]).toMatch(/^__Host-funnel_session=.*; Path=\/; .*Secure/);
  });
});

describe('checking a session', () => {
  it('returns the id to the bound browser, and nothing else', async () => {
    const { browser, id } = await aVisitor(service.url, 'anna@example.com');
    expect((await browser.get(`/api/sessions/${id}`)).body).toEqual({ id });
  });

  it.each(['no cookie', 'another cookie', 'a forged cookie'])('is a 404 with %s', async (who) => {
    const { id, browser: owner } = await aVisitor(service.url);
    const browser = who === 'another cookie' ? (await aVisitor(service.url)).browser : new Browser(service.url);
    if (who === 'a forged cookie') browser.cookie = owner.cookie?.replace(/.{3}$/, 'xxx');
    const answer = await browser.get(`/api/sessions/${id}`);
    expect([answer.status, answer.body]).toEqual([404, error(404, 'session_unknown')]);
  });

  it('is a 404 when it does not exist', async () => {
    const { browser, id } = await aVisitor(service.url);
    await query('delete from funnel.sessions where id = $1', [id]);
    expect((await browser.get(`/api/sessions/${id}`)).status).toBe(404);
  });
});

describe('changing a session', () => {
  it('stores email, trimmed name and completion', async () => {
    const { browser, id } = await aVisitor(service.url);
    expect(await browser.patch(`/api/sessions/${id}`, { email: 'a@b' })).toMatchObject({ status: 200, body: { id } });
    await browser.patch(`/api/sessions/${id}`, { name: '  Anna 🎓 ', completedAt: '2026-01-02T03:04:05+01:00' });
    expect(await rowOf(id)).toMatchObject({
      email: 'a@b',
      name: 'Anna 🎓',
      completed_at: new Date('2026-01-02T02:04:05Z'),
    });
  });

  it('keeps the fields that a patch does not contain', async () => {
    const { browser, id } = await aVisitor(service.url, 'a@b.example');
    await browser.patch(`/api/sessions/${id}`, { name: 'Anna' });
    expect(await rowOf(id)).toMatchObject({ email: 'a@b.example', name: 'Anna', completed_at: null });
  });

  it("refuses another browser's session", async () => {
    const { id } = await aVisitor(service.url);
    const { browser: stranger } = await aVisitor(service.url);
    const refused = await stranger.patch(`/api/sessions/${id}`, { name: 'Mallory' });
    expect([refused.status, refused.body]).toEqual([403, error(403, 'session_foreign')]);
    expect(await rowOf(id)).toMatchObject({ name: null });
  });

  it('refuses a browser without a session', async () => {
    const { id } = await aVisitor(service.url);
    expect((await new Browser(service.url).patch(`/api/sessions/${id}`, { name: 'x' })).body).toEqual(
      error(403, 'session_missing'),
    );
  });
});

describe('leaving a session', () => {
  it('makes the browser forget it and keeps what was stored', async () => {
    const { browser, id } = await aVisitor(service.url, 'anna@example.com');
    const left = await browser.send('DELETE', `/api/sessions/${id}`);
    expect([left.status, left.body]).toEqual([200, { id }]);
    expect(left.headers.getSetCookie()).toEqual(['funnel_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(await rowOf(id)).toMatchObject({ email: 'anna@example.com' });
    const back = await browser.get(`/api/sessions/${id}`);
    expect([back.status, back.body]).toEqual([404, error(404, 'session_unknown')]);
  });

  it('invalidates every copy of the cookie: nothing can be read, written, bought or bound with it', async () => {
    const { browser, id } = await aVisitor(service.url, 'anna@example.com');
    const copy = new Browser(service.url);
    copy.cookie = browser.cookie;
    await browser.send('DELETE', `/api/sessions/${id}`);
    const answers = [
      await copy.get(`/api/sessions/${id}`),
      await copy.patch(`/api/sessions/${id}`, { name: 'Mallory' }),
      await copy.post('/api/responses', { sessionId: id, questionNumber: 'q2', answerValue: 'x' }),
      await copy.post('/api/create-checkout-session', { plan: '4week' }),
      await copy.post('/api/sessions', { id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403, 409]);
    expect(await rowOf(id)).toMatchObject({ name: null, email: 'anna@example.com' });
    expect(await query('select 1 from funnel.responses where session_id = $1', [id])).toEqual([]);
  });

  it("refuses another browser's session, and leaves the browser's own bound", async () => {
    const { id } = await aVisitor(service.url);
    const { browser, id: own } = await aVisitor(service.url);
    const refused = await browser.send('DELETE', `/api/sessions/${id}`);
    expect([refused.status, refused.body]).toEqual([403, error(403, 'session_foreign')]);
    expect((await browser.get(`/api/sessions/${own}`)).status).toBe(200);
  });

  it('refuses a browser without a session, and an id of the wrong form', async () => {
    const browser = new Browser(service.url);
    const refused = await browser.send('DELETE', `/api/sessions/${aSessionId()}`);
    expect([refused.status, refused.body]).toEqual([403, error(403, 'session_missing')]);
    expect(await browser.send('DELETE', '/api/sessions/42')).toMatchObject({
      status: 400,
      body: error(400, 'invalid_path'),
    });
  });

  it('refuses another site', async () => {
    const { browser, id } = await aVisitor(service.url);
    const refused = await browser.send('DELETE', `/api/sessions/${id}`, {
      headers: { origin: 'https://evil.example' },
    });
    expect([refused.status, refused.body]).toEqual([403, error(403, 'origin_foreign')]);
  });
});

describe('the origin of a call', () => {
  it.each(['https://evil.example', 'null', 'http://localhost:3001'])(
    'is refused for a write from %s',
    async (origin) => {
      const id = aSessionId();
      const refused = await new Browser(service.url, { origin }).post('/api/sessions', { id });
      expect([refused.status, refused.body]).toEqual([403, error(403, 'origin_foreign')]);
      expect(await rowOf(id)).toBeUndefined();
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000'])('is accepted for a write from %s', async (origin) => {
    expect((await new Browser(service.url, { origin }).post('/api/sessions', { id: aSessionId() })).status).toBe(201);
  });
});

describe('renewal', () => {
  const signed = (id: string, daysAgo: number): string => {
    const now = new Date(Date.now() - daysAgo * 86_400_000);
    return (bindVisitor(id, [COOKIE_KEY], { now, secure: false })[0] ?? '').split(';')[0] ?? '';
  };

  it('renews an old cookie on any use', async () => {
    const { browser, id } = await aVisitor(service.url);
    browser.cookie = signed(id, 100);
    const answer = await browser.patch(`/api/sessions/${id}`, { name: 'Anna' });
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    expect(browser.cookie).not.toBe(signed(id, 100));
  });

  it('leaves a young cookie alone on writes, so that a late response cannot undo a rebinding', async () => {
    const { browser, id } = await aVisitor(service.url);
    expect((await browser.patch(`/api/sessions/${id}`, { name: 'Anna' })).headers.getSetCookie()).toEqual([]);
  });

  it('renews when the page checks its session', async () => {
    const { browser, id } = await aVisitor(service.url);
    expect((await browser.get(`/api/sessions/${id}`)).headers.getSetCookie()).toHaveLength(1);
  });
});
