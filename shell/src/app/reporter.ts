import type { ClientError, Vitals } from '@course/contracts';
import { followErrors } from '@course/federation/error-reports';
import type { PageViewTracker } from '@course/platform/host';
import { pageReports } from '@course/platform/reports';
import { onCLS, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import { pageRemotes } from '../remotes/runtime-config.ts';

const ADDRESS = '/api/client-errors';
const TRIES = 3;
const PAUSE_MS = 5_000;

/** How each vital is reported: the library has milliseconds, of which fractions tell nothing. */
const VITALS = {
  LCP: ['lcpSeconds', 1000],
  INP: ['inpSeconds', 1000],
  CLS: ['cls', 1],
  TTFB: ['ttfbSeconds', 1000],
} as const satisfies Record<string, readonly [keyof Vitals, number]>;

/** Without a look at the answer beyond its status: nothing waits for it, and nobody can do anything about a refusal. */
async function send(error: ClientError, triesLeft = TRIES): Promise<void> {
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(error),
    keepalive: true,
  }).catch(() => undefined);
  const isTaken = response && response.status < 500 && response.status !== 429;
  if (!isTaken && triesLeft > 1) setTimeout(() => void send(error, triesLeft - 1), PAUSE_MS);
}

/** Reports errors, each code once a page view, and adds web vitals to the page views that they belong to. */
export function report(views: PageViewTracker): void {
  const { viewAt, recordVital } = pageReports(views);
  const reported = new Set<string>();
  followErrors(pageRemotes, (error, at) => {
    const view = viewAt(at);
    if (!view) return;
    const once = [...Object.values(view), error.code].join();
    if (reported.has(once)) return;
    reported.add(once);
    void send({ ...view, ...error });
  });
  const record = ({ name, value, entries, navigationStartTime = 0 }: MetricType): void => {
    if (name === 'FCP') return;
    const [vital, unit] = VITALS[name];
    const last = entries.at(-1);
    recordVital(
      vital,
      Math.round((value / unit) * 1000) / 1000,
      last ? { at: last.startTime } : { since: navigationStartTime },
    );
  };
  // Screens count by themselves where the browser tells when one follows another.
  const options = { reportAllChanges: true, reportSoftNavs: true };
  onCLS(record, options);
  onINP(record, options);
  onLCP(record, options);
  onTTFB(record);
}
