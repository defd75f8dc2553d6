import type { Browser, CDPSession } from 'playwright-core';
import { countWaves, type PageRequest } from './waves.ts';

/** A slow mobile connection, as Lighthouse throttles it. */
const ROUND_TRIP_MS = 150;
export const THROTTLE = {
  offline: false,
  latency: ROUND_TRIP_MS,
  downloadThroughput: 1.6 * 125_000,
  uploadThroughput: 0.75 * 125_000,
};
const TIMEOUT_MS = 30_000;

export interface FirstLoad {
  readonly bytes: number;
  readonly requests: number;
  readonly waves: number;
  readonly interactiveMs: number;
  /** In order, with start times in ms since the first. */
  readonly requested: readonly PageRequest[];
}

interface Traffic {
  readonly requests: PageRequest[];
  bytes: number;
}

/** The favicon and API calls, which no screen waits for. */
const isBackground = (url: string, type: string | undefined): boolean =>
  type === 'Other' || new URL(url).pathname.startsWith('/api/');

/** Records the requests and the bytes over the wire. */
const record = (session: CDPSession): Traffic => {
  const traffic: Traffic = { requests: [], bytes: 0 };
  const loading = new Set<string>();
  session.on('Network.requestWillBeSent', ({ request, requestId, timestamp, type }) => {
    if (!request.url.startsWith('http')) return;
    loading.add(requestId);
    traffic.requests.push({
      url: request.url,
      startedAt: timestamp * 1000,
      isBackground: isBackground(request.url, type),
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (loading.has(requestId)) traffic.bytes += encodedDataLength;
  });
  return traffic;
};

/** Measures the load of an address in a fresh browser profile on a slow connection, until its screen has hydrated. */
export const firstLoad = async (browser: Browser, url: string): Promise<FirstLoad> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', THROTTLE);
    const traffic = record(session);
    await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0, undefined, {
      timeout: TIMEOUT_MS,
    });
    const interactiveMs = await page.evaluate(() => performance.getEntriesByName('interactive')[0]?.startTime ?? 0);
    await page.waitForLoadState('networkidle');
    const startedAt = traffic.requests[0]?.startedAt ?? 0;
    const before = traffic.requests.filter(
      (request) => !request.isBackground && request.startedAt - startedAt < interactiveMs,
    );
    return {
      bytes: traffic.bytes,
      requests: traffic.requests.length,
      waves: countWaves(before, ROUND_TRIP_MS * 0.8),
      interactiveMs,
      requested: traffic.requests.map((request) => ({ ...request, startedAt: request.startedAt - startedAt })),
    };
  } finally {
    await context.close();
  }
};
