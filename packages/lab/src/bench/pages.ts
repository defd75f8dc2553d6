import { launchChromium } from '@course/test-kit/browser/chromium';
import { firstLoad } from './first-load.ts';
import type { Measurement } from './measurement.ts';

const PATHS = ['/', '/q1'];

/** Measures the first load of the funnel's first screens. */
export const measurePages = async (
  url: string,
  executablePath: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> => {
  const browser = await launchChromium({ executablePath });
  try {
    const measurements: Measurement[] = [];
    for (const path of PATHS) {
      const load = await firstLoad(browser, `${url}${path}`);
      say(`First load of ${path}: interactive after ${load.interactiveMs.toFixed(0)} ms`);
      for (const request of load.requested)
        say(`  ${request.startedAt.toFixed(0).padStart(6)} ms  ${request.url.replace(url, '')}`);
      measurements.push(
        { name: `first load of ${path}: over the wire`, value: load.bytes / 1024, unit: 'KB', budget: 140 },
        { name: `first load of ${path}: request waves`, value: load.waves, unit: '', budget: 2 },
        { name: `first load of ${path}: requests`, value: load.requests, unit: '' },
        { name: `first load of ${path}: interactive (1.6 Mbps, 150 ms)`, value: load.interactiveMs, unit: 'ms' },
      );
    }
    return measurements;
  } finally {
    await browser.close();
  }
};
