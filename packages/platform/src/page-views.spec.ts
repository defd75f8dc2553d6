import { enterPage as enterPageSchema, exitPage } from '@course/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, stopTime, type Browser } from '../test/browser.ts';

let browser: Browser;
const load = () => import('./page-views.ts');
let views: Awaited<ReturnType<typeof load>>;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stopTime();
  browser = aBrowser();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  let made = 0;
  browser.server.when((call) => (call.method === 'POST' ? { status: 201, body: { id: `view-${++made}` } } : undefined));
  await browser.openTab();
  views = await load();
});

afterEach(() => void vi.useRealTimers());

const entries = () => browser.server.to('POST /api/page-views');
const exits = () => browser.server.to('PATCH /api/page-views');
const afterPause = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms);
  await browser.settled();
};

describe('an entry', () => {
  it('is sent at once, in the form that the server takes', async () => {
    views.enterPage('/q3');
    await browser.settled();
    expect(entries()).toMatchObject([{ path: '/api/page-views', keepalive: true, body: { pagePath: '/q3' } }]);
    expect(enterPageSchema.safeParse(entries()[0]?.body).error).toBeUndefined();
  });

  it('is tried twice more, 500 ms apart, under the same key, and then only logged', async () => {
    browser.server.when(() => 503);
    views.enterPage('/q3');
    await browser.settled();
    for (const [pause, tries] of [[499, 1], [1, 2], [499, 2], [1, 3], [60_000, 3]] as const) {
      await afterPause(pause);
      expect(entries()).toHaveLength(tries);
    }
    expect(new Set(entries().map((call) => call.body['key'])).size).toBe(1);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it('is not repeated after a success', async () => {
    browser.server.script('POST /api/page-views', 'offline');
    views.enterPage('/q3');
    await browser.settled();
    await afterPause(500);
    await afterPause(5_000);
    expect(entries()).toHaveLength(2);
  });

  it('has a key of its own for each view', async () => {
    views.enterPage('/q3');
    views.enterPage('/q4');
    await browser.settled();
    expect(new Set(entries().map((call) => call.body['key'])).size).toBe(2);
  });
});

describe('an exit', () => {
  it('tells when and how long, by a request that outlives the page', async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    views.enterPage('/q3');
    await browser.settled();
    await afterPause(4_250);
    views.leavePage();
    await browser.settled();
    expect(exits()).toMatchObject([
      { path: '/api/page-views/view-1', keepalive: true, body: { exitedAt: '2026-11-21T10:00:04.250Z', timeSpentSeconds: 4.25, totalSeconds: 4.25 } },
    ]);
    expect(exitPage.safeParse(exits()[0]?.body).error).toBeUndefined();
  });

  it('is not sent when no view has begun', async () => {
    views.leavePage();
    await browser.settled();
    expect(browser.server.calls).toEqual([]);
  });

  it('of the view before is sent when the next one begins, once', async () => {
    views.enterPage('/q3');
    await browser.settled();
    views.enterPage('/q4');
    views.leavePage();
    views.leavePage();
    await browser.settled();
    expect(exits().map((call) => call.path)).toEqual(['/api/page-views/view-1', '/api/page-views/view-2']);
  });

  it('waits for an entry that is still being tried, and tells the time of leaving', async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    browser.server.script('POST /api/page-views', 'offline');
    views.enterPage('/q3');
    await browser.settled();
    await afterPause(200);
    views.leavePage();
    await browser.settled();
    expect(exits()).toEqual([]);
    await afterPause(300);
    expect(exits()).toMatchObject([{ path: '/api/page-views/view-1', body: { exitedAt: '2026-11-21T10:00:00.200Z', timeSpentSeconds: 0.2 } }]);
  });

  it('is not sent for a view that could not be recorded', async () => {
    browser.server.when(() => 503);
    views.enterPage('/q3');
    await browser.settled();
    await afterPause(500);
    await afterPause(500);
    views.leavePage();
    await browser.settled();
    expect(exits()).toEqual([]);
  });

  it.each(['offline', 503] as const)('that fails (%s) is kept and sent later', async (failure) => {
    views.enterPage('/q3');
    await browser.settled();
    browser.server.script('PATCH', failure, failure);
    await afterPause(1_000);
    views.leavePage();
    await browser.settled();
    await afterPause(1_000);
    expect(exits()).toHaveLength(3);
    expect(new Set(exits().map((call) => JSON.stringify(call.body))).size).toBe(1);
    expect(browser.storage.items.has('outbox')).toBe(false);
  });

  it('that is refused is only logged', async () => {
    views.enterPage('/q3');
    await browser.settled();
    browser.server.script('PATCH', 400);
    views.leavePage();
    await browser.settled();
    await afterPause(60_000);
    expect(exits()).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });
});
