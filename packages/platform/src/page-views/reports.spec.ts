import { batchedView, exitPage } from '@course/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, stopTime, type Browser } from '../../test/browser.ts';
import { aPage } from '../../test/fake-page.ts';
import type { PageReports } from './reports.ts';
import type { PageViewTracker } from './page-views.ts';

let browser: Browser;
let page: ReturnType<typeof aPage>;
let views: PageViewTracker;
let reports: PageReports;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stopTime();
  browser = aBrowser();
  page = aPage();
  let made = 0;
  browser.server.when((call) =>
    call.path === '/api/page-views' ? { status: 201, body: { id: `view-${(made += 1)}` } } : undefined,
  );
  browser.server.when((call) =>
    call.path === '/api/page-views/batch'
      ? { status: 200, body: { results: (call.body['items'] as object[]).map(() => ({ status: 201, id: 'x' })) } }
      : undefined,
  );
  await browser.openTab();
  views = (await import('./page-views.ts')).pageViewTracker();
  views.followPage();
  reports = (await import('./reports.ts')).pageReports(views);
});
afterEach(() => void vi.useRealTimers());

const enter = async (path: string): Promise<void> => {
  views.enterPage(path);
  page.paint();
  await browser.settled();
};
const exits = () => browser.server.to('PATCH /api/page-views');
const batches = () => browser.server.to('POST /api/page-views/batch');
const itemsOf = (call: { readonly body: Readonly<Record<string, unknown>> } | undefined) =>
  (call?.body['items'] ?? []) as readonly { readonly pagePath: string; readonly exit: object }[];

describe('a web vital', () => {
  it('is sent with the exit of the current view, in the form that the server accepts', async () => {
    await enter('/q1');
    reports.recordVital('lcpSeconds', 1.25, { at: performance.now() });
    reports.recordVital('cls', 0, { since: 0 });
    await enter('/q2');
    expect(exits()).toMatchObject([{ body: { vitals: { lcpSeconds: 1.25, cls: 0 } } }]);
    expect(exitPage.safeParse(exits()[0]?.body).error).toBeUndefined();
  });

  it('has the greatest value of its view', async () => {
    await enter('/q1');
    for (const value of [0.1, 0.3, 0.2]) reports.recordVital('inpSeconds', value, { at: performance.now() });
    page.hide();
    await browser.settled();
    expect(exits()[0]?.body).toMatchObject({ vitals: { inpSeconds: 0.3 } });
  });

  it('of a tap that led to the next view belongs to the previous one, and is sent when the page is hidden', async () => {
    await enter('/q1');
    vi.advanceTimersByTime(2000);
    const tappedAt = performance.now();
    vi.advanceTimersByTime(50);
    await enter('/q2');
    reports.recordVital('inpSeconds', 0.4, { at: tappedAt });
    expect(batches()).toEqual([]);
    page.hide();
    await browser.settled();
    const items = itemsOf(batches()[0]);
    expect(items).toMatchObject([{ pagePath: '/q1', exit: { timeSpentSeconds: 2.05, vitals: { inpSeconds: 0.4 } } }]);
    expect(batchedView.safeParse(items[0]).error).toBeUndefined();
    expect(exits()[1]?.body).not.toHaveProperty('vitals');
  });

  it('of an ended view is sent within 30 s', async () => {
    await enter('/q1');
    const before = performance.now();
    vi.advanceTimersByTime(1000);
    await enter('/q2');
    reports.recordVital('inpSeconds', 0.4, { at: before });
    vi.advanceTimersByTime(30_000);
    await browser.settled();
    expect(batches()).toHaveLength(1);
  });

  it('without a time of its own belongs to the first view that began after its navigation', async () => {
    await enter('/q1');
    vi.advanceTimersByTime(1000);
    const navigatedAt = performance.now();
    vi.advanceTimersByTime(20);
    await enter('/q2');
    reports.recordVital('cls', 0, { since: navigatedAt });
    page.hide();
    await browser.settled();
    expect(exits().at(-1)?.body).toMatchObject({ vitals: { cls: 0 } });
  });
});

describe('the view of an error', () => {
  it('is identified by its id, or by session and key until that is known', async () => {
    expect(reports.viewAt(0)).toBeUndefined();
    views.enterPage('/q1');
    page.paint();
    const { sessionId, key } = views.recentViews()[0]!.entry;
    expect(reports.viewAt(performance.now())).toEqual({ sessionId, key });
    await browser.settled();
    expect(reports.viewAt(performance.now())).toEqual({ pageViewId: 'view-1' });
  });

  it('is the one that was current when it occurred', async () => {
    await enter('/q1');
    const before = performance.now();
    vi.advanceTimersByTime(1000);
    await enter('/q2');
    expect([before, performance.now(), -1].map((at) => reports.viewAt(at))).toEqual([
      { pageViewId: 'view-1' },
      { pageViewId: 'view-2' },
      { pageViewId: 'view-1' },
    ]);
  });
});
