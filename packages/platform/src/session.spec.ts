import { SESSION_ID } from '@course/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, type Browser, type Tab } from '../test/browser.ts';
import type { Reply } from '../test/fake-server.ts';

let browser: Browser;
let tab: Tab;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  browser = aBrowser();
  tab = await browser.openTab();
});

const isReady = (): boolean => tab.store.get(tab.readySessionAtom) === tab.currentSessionId();
const steps = (): string[] => browser.server.lines.map((line) => line.split('/session_')[0] ?? '');

it('is created without a check while its id is new: no other browser can have it', async () => {
  expect(await tab.ensureSession()).toBe(true);
  expect(steps()).toEqual(['POST /api/sessions']);
  tab = await browser.reload();
  expect(await tab.ensureSession()).toBe(true);
  expect(steps()).toEqual(['POST /api/sessions', 'GET /api/sessions']);
});

it('is created on the next load if the first could not', async () => {
  browser.server.script('POST /api/sessions', 'offline');
  expect(await tab.ensureSession()).toBe(false);
  tab = await browser.reload();
  expect(await tab.ensureSession()).toBe(true);
  expect(steps()).toEqual(['POST /api/sessions', 'POST /api/sessions']);
});

describe('on load, with an id that the server once confirmed,', () => {
  beforeEach(
    () =>
      void browser.storage.items.set(
        'session_confirmed',
        JSON.stringify({ version: 1, value: tab.currentSessionId() }),
      ),
  );

  it.each<[string, Reply, string[], boolean]>([
    ['is ready when the server knows it', 200, ['GET /api/sessions'], true],
    ['is created when the server does not know it', 404, ['GET /api/sessions', 'POST /api/sessions'], true],
    ['is created when the network fails the check', 'offline', ['GET /api/sessions', 'POST /api/sessions'], true],
    ['is left alone when the server is in trouble', 500, ['GET /api/sessions'], false],
    ['is left alone when the server is busy', 429, ['GET /api/sessions'], false],
  ])('the session %s', async (_case, reply, calls, ready) => {
    browser.server.script('GET /api/sessions', reply);
    expect(await tab.ensureSession()).toBe(ready);
    expect(steps()).toEqual(calls);
    expect(isReady()).toBe(ready);
  });

  it('concurrent calls check it once', async () => {
    await Promise.all([tab.ensureSession(), tab.ensureSession()]);
    expect(steps()).toEqual(['GET /api/sessions']);
  });

  it('the session is created under the id that was checked, with the time zone', async () => {
    browser.server.script('GET /api/sessions', 404);
    await tab.ensureSession();
    const [check, create] = browser.server.calls;
    expect(create?.body).toEqual({
      id: check?.path.split('/').at(-1),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(create?.body['id']).toMatch(SESSION_ID);
  });

  it('nothing is thrown without a network', async () => {
    browser.server.when(() => 'offline');
    expect(await tab.ensureSession()).toBe(false);
    expect(isReady()).toBe(false);
  });
});

it('keeps its id across reloads', async () => {
  const before = tab.currentSessionId();
  tab = await browser.reload();
  expect(tab.currentSessionId()).toBe(before);
});

it.each([
  'nonsense',
  '{"version":1,"value":"session_1"}',
  '{"version":9,"value":"session_1790000000000_aaaaaaaaaaaaaaaaaaaaaaaa"}',
])('gets a new id if the stored one is %s', async (stored) => {
  browser.storage.items.set('session_id', stored);
  tab = await browser.reload();
  expect(tab.currentSessionId()).toMatch(SESSION_ID);
});

describe('an id that another browser has', () => {
  it('is replaced, and the new one is stored', async () => {
    const taken = tab.currentSessionId();
    browser.server.script('POST /api/sessions', 409);
    expect(await tab.createSession()).toBe(true);
    expect(tab.currentSessionId()).not.toBe(taken);
    expect(browser.server.calls.map((call) => call.body['id'])).toEqual([taken, tab.currentSessionId()]);
  });

  it('stays until the server has the new one', async () => {
    const taken = tab.currentSessionId();
    browser.server.script('POST /api/sessions', 409, 'offline');
    expect(await tab.createSession()).toBe(false);
    expect(tab.currentSessionId()).toBe(taken);
  });

  it('is replaced once if several calls discover it at the same time', async () => {
    const taken = tab.currentSessionId();
    browser.server.when((call) => (call.body['id'] === taken ? 409 : undefined));
    await Promise.all([tab.createSession(), tab.createSession(), tab.moveToNewSession()]);
    const made = new Set(browser.server.calls.map((call) => call.body['id']).filter((id) => id !== taken));
    expect([...made]).toEqual([tab.currentSessionId()]);
  });
});
