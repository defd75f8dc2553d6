import { batchedView, enterPage as enterPageSchema, exitPage } from '@course/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, stopTime, type Browser } from '../../test/browser.ts';
import { aPage } from '../../test/fake-page.ts';
import type { Call } from '../../test/fake-server.ts';
import { uuidV7 } from '../uuid.ts';

let browser: Browser;
let page: ReturnType<typeof aPage>;
const load = async () => ({
  ...(await import('./page-views.ts')).pageViewTracker(),
  ...(await import('../start-over.ts')),
});
let views: Awaited<ReturnType<typeof load>>;

interface Item {
  readonly key: string;
  readonly pagePath: string;
  readonly exit?: Readonly<Record<string, unknown>>;
}
const itemsOf = (call: Call | undefined): readonly Item[] => (call?.body['items'] ?? []) as readonly Item[];
const takeAll = (call: Call) => ({
  status: 200,
  body: { results: itemsOf(call).map(({ key }) => ({ status: 201, id: key })) },
});

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stopTime();
  browser = aBrowser();
  page = aPage();
  let made = 0;
  browser.server.when((call) =>
    call.path === '/api/page-views' ? { status: 201, body: { id: `view-${++made}` } } : undefined,
  );
  browser.server.when((call) => (call.path === '/api/page-views/batch' ? takeAll(call) : undefined));
  await browser.openTab();
  vi.setSystemTime('2026-11-21T10:00:00Z');
  views = await load();
});

afterEach(() => void vi.useRealTimers());

const entries = () =>
  browser.server.calls.filter(({ method, path }) => method === 'POST' && path === '/api/page-views');
const exits = () => browser.server.to('PATCH /api/page-views');
const batches = () => browser.server.to('POST /api/page-views/batch');
const onDevice = () => [...browser.databases.rows.values()] as unknown as readonly Item[];

const afterPause = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 500) {
    vi.advanceTimersByTime(Math.min(left, 500));
    await browser.settled();
  }
};

/** Returns the start of a UUIDv7 of this time. */
const uuidTime = (time: string): string => uuidV7(Date.parse(`2026-11-21T${time}Z`)).slice(0, 13);

const enter = async (path: string): Promise<void> => {
  views.enterPage(path);
  page.paint();
  await browser.settled();
};

/** Loads the page again on the same device: what was in memory is gone. */
const loadAgain = async (): Promise<void> => {
  await browser.reload();
  views = await load();
  views.followPage();
  page.paint();
  await browser.settled();
};

describe('an entry', () => {
  it('is sent after the next paint, in the form that the server accepts', async () => {
    views.enterPage('/q3');
    await browser.settled();
    expect(entries()).toEqual([]);
    page.paint();
    await browser.settled();
    expect(entries()).toMatchObject([{ keepalive: true, body: { pagePath: '/q3' } }]);
    expect(enterPageSchema.safeParse(entries()[0]?.body).error).toBeUndefined();
  });

  it('of the served page begins with its first paint, and of a later screen when it is shown', async () => {
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([
      { startTime: performance.now() - 1_800 } as PerformanceEntry,
    ]);
    await enter('/q3');
    await enter('/q4');
    views.leavePage();
    await browser.settled();
    expect(entries().map(({ body }) => String(body['key']).slice(0, 13))).toEqual([
      uuidTime('09:59:58.200'),
      uuidTime('10:00:00'),
    ]);
    expect(exits().map(({ body }) => body['timeSpentSeconds'])).toEqual([1.8, 0]);
  });

  it('of a screen left before the first paint is sent, and so is that of the next', async () => {
    views.enterPage('/q3');
    views.enterPage('/q4');
    page.paint();
    await browser.settled();
    expect(entries().map(({ body }) => body['pagePath'])).toEqual(['/q3', '/q4']);
    expect(batches().flatMap(itemsOf)).toMatchObject([{ pagePath: '/q3', exit: { totalSeconds: 0 } }]);
  });

  it('is retried twice, 500 ms apart, under the same key, and then only logged', async () => {
    browser.server.when(() => 503);
    await enter('/q3');
    for (const [pause, tries] of [
      [499, 1],
      [1, 2],
      [499, 2],
      [1, 3],
      [60_000, 3],
    ] as const) {
      await afterPause(pause);
      expect(entries()).toHaveLength(tries);
    }
    expect(new Set(entries().map((call) => call.body['key'])).size).toBe(1);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it('is not repeated after a success', async () => {
    browser.server.script('POST /api/page-views', 'offline');
    await enter('/q3');
    await afterPause(6_000);
    expect(entries()).toHaveLength(2);
  });

  it('has a key of its own for each view', async () => {
    await enter('/q3');
    await enter('/q4');
    expect(new Set(entries().map((call) => call.body['key'])).size).toBe(2);
  });

  it('of a page that the browser prerendered is sent when the page is shown', async () => {
    page.document.prerendering = true;
    await enter('/q3');
    expect(entries()).toEqual([]);
    page.activate();
    page.paint();
    await browser.settled();
    expect(entries()).toHaveLength(1);
  });
});

describe('an exit', () => {
  it('has its time and duration, and is sent by a request that outlives the page', async () => {
    await enter('/q3');
    await afterPause(4_250);
    views.leavePage();
    await browser.settled();
    expect(exits()).toMatchObject([
      {
        path: '/api/page-views/view-1',
        keepalive: true,
        body: { exitedAt: '2026-11-21T10:00:04.250Z', timeSpentSeconds: 4.25, totalSeconds: 4.25 },
      },
    ]);
    expect(exitPage.safeParse(exits()[0]?.body).error).toBeUndefined();
    expect(onDevice()).toEqual([]);
  });

  it('is not sent if no view has begun', async () => {
    views.leavePage();
    await browser.settled();
    expect(browser.server.calls).toEqual([]);
  });

  it('of a view is sent once, when the next one begins, and excludes the time until the next paint', async () => {
    await enter('/q3');
    await afterPause(1_000);
    views.enterPage('/q4');
    vi.advanceTimersByTime(300);
    page.paint();
    await browser.settled();
    views.leavePage();
    views.leavePage();
    await browser.settled();
    expect(exits().map(({ path, body }) => [path, body['totalSeconds']])).toEqual([
      ['/api/page-views/view-1', 1],
      ['/api/page-views/view-2', 0.3],
    ]);
  });

  it('before the server has responded is sent with its entry, as one item with the same key', async () => {
    browser.server.when((call) => (call.path === '/api/page-views' ? new Promise(() => {}) : undefined));
    await enter('/q3');
    vi.advanceTimersByTime(200);
    views.leavePage();
    await browser.settled();
    const [item] = itemsOf(batches()[0]);
    expect(batches()).toMatchObject([{ keepalive: true }]);
    expect(item).toMatchObject({
      key: entries()[0]?.body['key'],
      pagePath: '/q3',
      exit: { exitedAt: '2026-11-21T10:00:00.200Z', timeSpentSeconds: 0.2 },
    });
    expect(batchedView.safeParse(item).error).toBeUndefined();
  });

  it('before the first paint is sent with its entry, too', async () => {
    views.enterPage('/q3');
    views.leavePage();
    await browser.settled();
    expect([entries().length, batches().length]).toEqual([1, 1]);
  });

  it.each(['offline', 503, 404] as const)('that fails (%s) is kept, and soon sent with its entry', async (failure) => {
    await enter('/q3');
    browser.server.script('PATCH', failure);
    await afterPause(1_000);
    views.leavePage();
    await browser.settled();
    expect(onDevice()).toHaveLength(1);
    await afterPause(1_000);
    expect(itemsOf(batches()[0])).toMatchObject([{ pagePath: '/q3', exit: { timeSpentSeconds: 1 } }]);
    expect(onDevice()).toEqual([]);
  });
});

describe('a page that is hidden', () => {
  beforeEach(async () => {
    views.followPage();
    await enter('/q3');
    await afterPause(2_000);
    page.hide();
    await browser.settled();
  });

  it('reports its visible time so far, as it may never get another chance', () => {
    expect(exits()).toMatchObject([{ body: { timeSpentSeconds: 2, totalSeconds: 2 } }]);
  });

  it('continues its view when it is shown again, and a later exit replaces the earlier one', async () => {
    await afterPause(10_000);
    page.show();
    await afterPause(1_500);
    views.leavePage();
    await browser.settled();
    expect(exits().at(-1)?.body).toMatchObject({
      exitedAt: '2026-11-21T10:00:13.500Z',
      timeSpentSeconds: 3.5,
      totalSeconds: 13.5,
    });
    expect(new Set(exits().map(({ path }) => path)).size).toBe(1);
  });

  it('and is killed after it was shown again is reported once, up to its last heartbeat', async () => {
    page.show();
    await afterPause(1_000);
    browser.server.script('PATCH', 'offline');
    page.hide();
    await browser.settled();
    page.show();
    await afterPause(500);
    await afterPause(2_500);
    await loadAgain();
    expect(itemsOf(batches().at(-1))).toMatchObject([{ exit: { timeSpentSeconds: 6 } }]);
    expect(onDevice()).toEqual([]);
  });

  it('has no heartbeat', async () => {
    const before = onDevice();
    await afterPause(5_000);
    expect(onDevice()).toEqual(before);
  });
});

describe('a page in the back/forward cache', () => {
  it('begins a new view of the same path when it is restored', async () => {
    views.followPage();
    await enter('/q3');
    browser.fire('pagehide');
    browser.fire('pageshow', { persisted: true });
    page.paint();
    await browser.settled();
    expect(entries().map(({ body }) => body['pagePath'])).toEqual(['/q3', '/q3']);
    expect(exits()).toHaveLength(1);
  });

  it('begins no view when it was loaded instead', async () => {
    views.followPage();
    await enter('/q3');
    browser.fire('pageshow', { persisted: false });
    page.paint();
    await browser.settled();
    expect(entries()).toHaveLength(1);
  });
});

describe('a page that ends without an event', () => {
  it('is reported at the next load, up to its last heartbeat', async () => {
    views.followPage();
    await enter('/q3');
    await afterPause(3_700);
    browser.server.calls.length = 0;
    await loadAgain();
    expect(batches().map(itemsOf)).toMatchObject([
      [{ pagePath: '/q3', exit: { exitedAt: '2026-11-21T10:00:03.000Z', timeSpentSeconds: 3, totalSeconds: 3 } }],
    ]);
    expect(onDevice()).toEqual([]);
  });

  it('in its first second is reported up to the first paint', async () => {
    views.followPage();
    await enter('/q3');
    await afterPause(900);
    await loadAgain();
    expect(itemsOf(batches()[0])).toMatchObject([{ exit: { exitedAt: '2026-11-21T10:00:00.000Z', totalSeconds: 0 } }]);
  });

  it('is reported once the network is back', async () => {
    browser.server.when(() => 'offline');
    views.followPage();
    await enter('/q3');
    await afterPause(1_200);
    await loadAgain();
    expect(onDevice()).toHaveLength(1);
    browser.server.when((call) => takeAll(call));
    browser.fire('online');
    await browser.settled();
    expect(onDevice()).toEqual([]);
  });
});

describe('the waiting views', () => {
  const waiting = async (): Promise<void> => {
    browser.server.when(() => 'offline');
    views.followPage();
    await enter('/q3');
    await enter('/q4');
    views.leavePage();
    await browser.settled();
    browser.server.calls.length = 0;
  };

  it('are sent in one call after a growing pause', async () => {
    await waiting();
    browser.server.when((call) => takeAll(call));
    await afterPause(60_000);
    expect(batches().map((call) => itemsOf(call).map(({ pagePath }) => pagePath))).toEqual([['/q3', '/q4']]);
    expect(onDevice()).toEqual([]);
  });

  it('still include those that the server was too busy for, but not those that it refused', async () => {
    await waiting();
    browser.server.when(() => ({ status: 200, body: { results: [{ status: 400 }, { status: 429 }] } }));
    browser.fire('online');
    await browser.settled();
    expect(onDevice().map(({ pagePath }) => pagePath)).toEqual(['/q4']);
  });

  it('are dropped when the server refuses all of them', async () => {
    await waiting();
    browser.server.when(() => 400);
    browser.fire('online');
    await browser.settled();
    expect(onDevice()).toEqual([]);
  });

  describe('in more than one batch', () => {
    const pathsIn = (calls: readonly Call[]) => calls.map((call) => itemsOf(call).map(({ pagePath }) => pagePath));
    const first = Array.from({ length: 50 }, (_none, at) => `/first/${at}`);
    const second = ['/second/0', '/second/1'];

    beforeEach(() => {
      for (const pagePath of [...first, ...second])
        browser.databases.rows.set(pagePath, { key: pagePath, pagePath } as Item);
      views.followPage();
    });

    it('are sent although the server refuses the first batch', async () => {
      browser.server.script('POST /api/page-views/batch', 400);
      page.paint();
      await browser.settled();
      expect(pathsIn(batches())).toEqual([first, second]);
      expect(onDevice()).toEqual([]);
      expect(browser.server.to('POST /api/refused-writes')).toHaveLength(1);
    });

    it('keep the second batch if it has to wait after the first was refused', async () => {
      browser.server.script('POST /api/page-views/batch', 400, 503);
      page.paint();
      await browser.settled();
      expect(onDevice().map(({ pagePath }) => pagePath)).toEqual(second);
      await afterPause(1_000);
      expect(pathsIn(batches())).toEqual([first, second, second]);
      expect(onDevice()).toEqual([]);
    });
  });

  it('are dropped by starting over, with the current view', async () => {
    await waiting();
    await enter('/q5');
    views.startOver();
    await afterPause(2_000);
    expect(onDevice()).toEqual([]);
    views.leavePage();
    await browser.settled();
    expect(onDevice()).toEqual([]);
  });

  it('do not include the current view, which has not ended', async () => {
    views.followPage();
    await enter('/q3');
    await afterPause(2_000);
    browser.fire('online');
    await browser.settled();
    expect(batches()).toEqual([]);
  });
});

it.each([
  ['at once', false],
  ['from the second access on, if it does not say so', true],
])('a browser that closes its database keeps views again %s', async (_when, isSilent) => {
  views.followPage();
  await enter('/q3');
  browser.databases.lose(isSilent);
  browser.databases.rows.clear();
  if (isSilent) await enter('/q4');
  await enter('/q5');
  expect(onDevice().map(({ pagePath }) => pagePath)).toContain('/q5');
});

describe('a browser that refuses to store', () => {
  beforeEach(async () => {
    vi.stubGlobal('indexedDB', undefined);
    vi.resetModules();
    views = await load();
  });

  it('sends what could not be sent before, as long as the page lives', async () => {
    views.followPage();
    await enter('/q3');
    browser.server.script('PATCH', 'offline');
    await afterPause(1_000);
    await enter('/q4');
    await afterPause(1_000);
    expect(itemsOf(batches()[0])).toMatchObject([{ pagePath: '/q3', exit: { timeSpentSeconds: 1 } }]);
  });
});
