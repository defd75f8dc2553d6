import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, stopTime, type Browser, type Tab } from '../test/browser.ts';
import { refuseStorage } from '../test/fake-storage.ts';

let browser: Browser;
beforeEach(() => {
  stopTime();
  browser = aBrowser();
  return () => vi.useRealTimers();
});

async function aVisitorWithProgress(): Promise<{ tab: Tab; previousId: string }> {
  const tab = await browser.openTab();
  tab.saveAnswer('q1', '25-34');
  tab.saveEmail('anna@example.com');
  tab.saveName('Anna');
  tab.setFurthest('sales002');
  await browser.settled();
  return { tab, previousId: tab.currentSessionId() };
}

const whatIsLeft = (tab: Tab) => [
  tab.readAnswers(),
  tab.store.get(tab.emailAtom),
  tab.store.get(tab.nameAtom),
  tab.readFurthest(),
];
const NOTHING = [{}, '', '', ''];

describe('starting over', () => {
  it('removes everything from the device, including the offer’s timer, and takes a new session id', async () => {
    const { tab, previousId } = await aVisitorWithProgress();
    browser.storage.setItem('sales002_timer_start_v2', '1790000000000');
    tab.startOver();
    expect(whatIsLeft(tab)).toEqual(NOTHING);
    expect([...browser.storage.items.keys()]).toEqual(['session_id', 'started_over']);
    expect(tab.currentSessionId()).not.toBe(previousId);
  });

  it('ends the old session before it creates the new one', async () => {
    const { tab, previousId } = await aVisitorWithProgress();
    const before = browser.server.calls.length;
    tab.startOver();
    await browser.settled();
    expect(browser.server.lines.slice(before)).toEqual([`DELETE /api/sessions/${previousId}`, 'POST /api/sessions']);
    expect(browser.server.calls.at(-1)?.body['id']).toBe(tab.currentSessionId());
  });

  it('sends the first answer only once its own session exists', async () => {
    const { tab, previousId } = await aVisitorWithProgress();
    const before = browser.server.calls.length;
    tab.startOver();
    tab.saveAnswer('start', 'yes');
    await browser.settled();
    expect(browser.server.lines.slice(before)).toEqual([
      `DELETE /api/sessions/${previousId}`,
      'POST /api/sessions',
      'POST /api/responses',
    ]);
  });

  it('sends nothing of the last visitor afterwards', async () => {
    browser.server.when(() => 'offline');
    const { tab } = await aVisitorWithProgress();
    const before = browser.server.calls.length;
    tab.startOver();
    browser.server.when(() => 200);
    await vi.advanceTimersByTimeAsync(120_000);
    browser.fire('online');
    await browser.settled();
    const sent = JSON.stringify(browser.server.calls.slice(before));
    expect(sent).not.toMatch(/anna|25-34/i);
    expect(browser.server.to('POST /api/sessions').at(-1)?.body['id']).toBe(tab.currentSessionId());
  });

  it('sends no answer of the last visitor under the next one’s session, even one that waited for its own', async () => {
    const tab = await browser.openTab();
    let answer = (): void => {};
    const answered = new Promise<number>((resolve) => (answer = () => resolve(200)));
    const previousId = tab.currentSessionId();
    browser.server.when(({ path, body }) =>
      path === '/api/sessions' && body['id'] === previousId ? answered : undefined,
    );
    tab.saveAnswer('q1', '25-34');
    await browser.settled();
    tab.startOver();
    answer();
    await browser.settled();
    expect(browser.server.to('POST /api/responses')).toEqual([]);
    expect(browser.storage.getItem('session_confirmed')).toContain(tab.currentSessionId());
  });

  it('does not take the late creation of the last session for that of its own', async () => {
    const tab = await browser.openTab();
    const created: (() => void)[] = [];
    browser.server.when(({ path }) =>
      path === '/api/sessions' ? new Promise<number>((resolve) => created.push(() => resolve(200))) : undefined,
    );
    tab.saveAnswer('q1', '25-34');
    await browser.settled();
    tab.startOver();
    tab.saveAnswer('start', 'yes');
    created.shift()?.();
    await browser.settled();
    expect(browser.server.to('POST /api/responses')).toEqual([]);
    created.shift()?.();
    await browser.settled();
    expect(browser.server.to('POST /api/responses')).toHaveLength(1);
  });

  it('creates a single session together with a tab that is opened meanwhile', async () => {
    const { tab, previousId } = await aVisitorWithProgress();
    const before = browser.server.calls.length;
    const answers: (() => void)[] = [];
    // The server takes two concurrent requests for a session for two browsers.
    browser.server.when(() =>
      answers.length > 0 ? 409 : new Promise<number>((resolve) => answers.push(() => resolve(200))),
    );
    tab.startOver();
    const id = tab.currentSessionId();
    const other = await browser.openTab();
    const ready = other.ensureSession();
    while (answers.length > 0) {
      await browser.settled();
      answers.shift()?.();
      await browser.settled();
    }
    expect(await ready).toBe(true);
    expect(browser.server.calls.slice(before).map(({ path, body }) => body['id'] ?? path)).toEqual([
      `/api/sessions/${previousId}`,
      id,
      id,
    ]);
    expect([tab, other].map((opened) => opened.currentSessionId())).toEqual([id, id]);
  });

  it('creates the new session once the network is back', async () => {
    const { tab } = await aVisitorWithProgress();
    let reply: 200 | 'offline' = 'offline';
    browser.server.when(() => reply);
    tab.startOver();
    await browser.settled();
    reply = 200;
    const before = browser.server.calls.length;
    browser.fire('online');
    await browser.settled();
    expect(browser.server.lines.slice(before)).toEqual(['POST /api/sessions']);
  });

  it('works without storage', async () => {
    refuseStorage();
    const { tab, previousId } = await aVisitorWithProgress();
    tab.startOver();
    expect(whatIsLeft(tab)).toEqual(NOTHING);
    expect(tab.currentSessionId()).not.toBe(previousId);
  });
});

describe('a page that Back restores from memory', () => {
  const reloaded = vi.fn();
  beforeEach(() => void vi.stubGlobal('location', { search: '', reload: reloaded.mockReset() }));
  const restore = (persisted = true) => browser.fire('pageshow', { persisted });

  it('reloads if the visitor started over elsewhere, and shows nothing of the last one until then', async () => {
    const { tab } = await aVisitorWithProgress();
    (await browser.openTab()).startOver();
    await browser.settled();
    restore();
    expect(whatIsLeft(tab)).toEqual(NOTHING);
    expect(reloaded).toHaveBeenCalledTimes(1);
  });

  it('continues with what the same visitor entered on later pages', async () => {
    const { tab } = await aVisitorWithProgress();
    const later = await browser.openTab();
    later.saveAnswer('q2', 'become-boss');
    restore();
    tab.saveAnswer('q3', 'often');
    expect(tab.readAnswers()).toEqual({ q1: '25-34', q2: 'become-boss', q3: 'often' });
    expect(reloaded).not.toHaveBeenCalled();
  });

  it('continues if the same visitor got another session meanwhile', async () => {
    await aVisitorWithProgress();
    await (await browser.openTab()).moveToNewSession();
    restore();
    expect(reloaded).not.toHaveBeenCalled();
  });

  it('is not confused with a page that is shown for the first time', async () => {
    const { tab } = await aVisitorWithProgress();
    browser.storage.items.clear();
    restore(false);
    expect(tab.readFurthest()).toBe('sales002');
  });
});

describe('a page in another tab', () => {
  const reloaded = vi.fn();
  beforeEach(() => void vi.stubGlobal('location', { search: '', reload: reloaded.mockReset() }));

  it.each([
    ['reloads when the visitor started over elsewhere', 'started_over', null, '"session_2"', 1],
    ['reloads when they started over elsewhere again', 'started_over', '"session_2"', '"session_3"', 1],
    ['continues when the mark of starting over is removed', 'started_over', '"session_2"', null, 0],
    ['continues when the same visitor got another session', 'session_id', '"session_1"', '"session_2"', 0],
    ['continues when the first session was created elsewhere', 'session_id', null, '"session_1"', 0],
    ['continues when the session was removed', 'session_id', '"session_1"', null, 0],
    ['continues when everything was removed', null, null, null, 0],
    ['continues when the same visitor changed their name', 'user_name', '"Anna"', '"Ann"', 0],
  ])('%s', async (_case, key, oldValue, newValue, times) => {
    await browser.openTab();
    browser.fire('storage', { key, oldValue, newValue });
    expect(reloaded).toHaveBeenCalledTimes(times);
  });
});

describe('a browser without storage', () => {
  it('is reported once, after the first input', async () => {
    refuseStorage();
    const tab = await browser.openTab();
    const listener = vi.fn();
    tab.store.sub(tab.storageUnavailableAtom, listener);
    expect(listener).not.toHaveBeenCalled();
    tab.saveAnswer('q1', '25-34');
    tab.saveAnswer('q2', 'become-boss');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is not reported where storage works', async () => {
    const tab = await browser.openTab();
    const listener = vi.fn();
    tab.store.sub(tab.storageUnavailableAtom, listener);
    tab.saveAnswer('q1', '25-34');
    expect(listener).not.toHaveBeenCalled();
  });

  it('leaves the cookie’s session alone until something is written', async () => {
    refuseStorage();
    const tab = await browser.openTab();
    expect(await tab.ensureSession()).toBe(false);
    expect(browser.server.lines).toEqual([]);
  });
});

it('keeps answers for later where cookies are refused, without creating sessions in vain', async () => {
  vi.stubGlobal('navigator', { cookieEnabled: false });
  const tab = await browser.openTab();
  tab.saveAnswer('q1', '25-34');
  await browser.settled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(browser.server.lines).toEqual([]);
  vi.stubGlobal('navigator', { cookieEnabled: true });
  await (await browser.reload()).flush();
  expect(browser.server.lines).toEqual(['POST /api/sessions', 'POST /api/responses']);
});
