import type { ClientError, Vitals } from '@course/contracts';
import { followErrors } from '@course/federation/error-reports';
import type { PageViewTracker } from '@course/platform/host';
import { pageReports } from '@course/platform/reports';
import { onCLS, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import { pageRemotes } from '../remotes/runtime-config.ts';

const ADDRESS = '/api/client-errors';
const MAX_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 5_000;

/** The field of each vital, and the divisor of its unit: the library measures in milliseconds. */
const VITALS = {
  LCP: ['lcpSeconds', 1000],
  INP: ['inpSeconds', 1000],
  CLS: ['cls', 1],
  TTFB: ['ttfbSeconds', 1000],
} as const satisfies Record<string, readonly [keyof Vitals, number]>;

/** Reads only the response's status: nothing waits for the response, and nothing can be done about a rejection. */
async function send(error: ClientError, attemptsLeft = MAX_ATTEMPTS): Promise<void> {
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(error),
    keepalive: true,
  }).catch(() => undefined);
  const isFinal = response && response.status < 500 && response.status !== 429;
  if (!isFinal && attemptsLeft > 1) setTimeout(() => void send(error, attemptsLeft - 1), RETRY_PAUSE_MS);
}

/** Reports errors, each code once per page view, and adds web vitals to the page views that they belong to. */
export function report(views: PageViewTracker): void {
  const { viewAt, recordVital } = pageReports(views);
  const reported = new Set<string>();
  followErrors(pageRemotes, (error, at) => {
    const view = viewAt(at);
    if (!view) return;
    const key = [...Object.values(view), error.code].join();
    if (reported.has(key)) return;
    reported.add(key);
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
  // Each screen is measured separately in browsers that report soft navigations.
  const options = { reportAllChanges: true, reportSoftNavs: true };
  onCLS(record, options);
  onINP(record, options);
  onLCP(record, options);
  onTTFB(record);
}
