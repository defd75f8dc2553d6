import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { measurePage } from './page-metrics.ts';
import { THROTTLE } from './first-load.ts';

const CPU_SLOWDOWN = 4;
const QUIET_MS = 1200;
const POLL_MS = 300;
const MAX_WAIT_MS = 18_000;
/** The process of a closed page goes on for a while, which would slow the next load down. */
const ENDING_MS = 600;
/** Types of requests that a screen could wait for. */
const FILES: ReadonlySet<string> = new Set(['Document', 'Script', 'Stylesheet', 'Image', 'Font']);

/** A page on a slow phone: 1.6 Mbps, 150 ms, a CPU four times slower, 390 x 844. */
export interface SlowPage {
  readonly page: Page;
  /**
   * Totals so far. `files` counts requests for documents, scripts, styles, pictures and fonts, which a screen could
   * wait for.
   */
  readonly traffic: { bytes: number; files: number };
}

export interface ColdLoad {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly bytes: number;
}

const countTraffic = async (session: CDPSession): Promise<SlowPage['traffic']> => {
  const traffic = { bytes: 0, files: 0 };
  session.on('Network.requestWillBeSent', ({ type }) => (traffic.files += type && FILES.has(type) ? 1 : 0));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (traffic.bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', THROTTLE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return traffic;
};

/** Opens an address in a fresh profile, runs `work` once the page is quiet, and closes it. */
export const onSlowPhone = async <Result>(
  browser: Browser,
  url: string,
  question: string,
  work: (slow: SlowPage) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const traffic = await countTraffic(await context.newCDPSession(page));
    // tsx wraps functions with this helper, which the page does not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(measurePage, question);
    await page.goto(url, { waitUntil: 'load', timeout: 90_000 });
    await untilQuiet({ page, traffic });
    return await work({ page, traffic });
  } finally {
    await context.close();
    await setTimeout(ENDING_MS);
  }
};

/** Waits until there has been no traffic and no long task for `QUIET_MS`. */
const untilQuiet = async ({ page, traffic }: SlowPage): Promise<void> => {
  let before = '';
  let quietMs = 0;
  for (let waited = 0; waited < MAX_WAIT_MS && quietMs < QUIET_MS; waited += POLL_MS) {
    await page.waitForTimeout(POLL_MS);
    const now = `${traffic.bytes} ${await page.evaluate(() => window.pageMetrics?.longTasks.length)}`;
    quietMs = now === before ? quietMs + POLL_MS : 0;
    before = now;
  }
};

/** Returns the figures of a page's load, once the page is quiet. */
export const coldLoad = async ({ page, traffic }: SlowPage): Promise<ColdLoad> => {
  const paint = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    lcp: window.pageMetrics?.lcp ?? 0,
    cls: window.pageMetrics?.cls ?? 0,
  }));
  return { ...paint, bytes: traffic.bytes };
};
