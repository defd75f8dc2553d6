import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@course/test-kit/seeded-random';
import { aSessionId, uuidV7 } from '@course/test-kit/ids';
import type { Acknowledged } from './delivery-log.ts';

export interface VisitorsOptions {
  /** Addresses of the services. Each request goes to a random one, as behind a load balancer. */
  readonly urls: readonly string[];
  readonly visitors: number;
  /** Pause between two page views of a visitor. */
  readonly pauseMs: number;
  /** Determines their random choices: an integer from 0 to 2^32 - 1. */
  readonly seed: number;
}

export interface Visitors {
  readonly acknowledged: Map<string, Acknowledged>;
  /** Returns the number of requests that have been accepted so far. */
  readonly accepted: () => number;
  /** Unsuccessful responses by status; `broken` if there was none. */
  readonly refusals: Map<string, number>;
  /** Ends the visits and waits for the last responses. */
  stop(): Promise<void>;
}

const TRIES = 6;
const CALL_MAX_MS = 8000;
const BATCH_SHARE = 0.15;
const BATCH_ITEMS = 40;
const RESEND_SHARE = 0.2;

interface Accepted {
  readonly id?: string;
  readonly results?: readonly { status: number; id?: string }[];
}

/** Starts visitors who enter and leave page after page. Like browsers, they retry with the same key. */
export const startVisitors = ({ urls, visitors, pauseMs, seed }: VisitorsOptions): Visitors => {
  const random = seededRandom(seed);
  const acknowledged = new Map<string, Acknowledged>();
  const refusals = new Map<string, number>();
  let isOn = true;
  let accepted = 0;
  let views = 0;

  const once = async (method: string, path: string, body: unknown): Promise<Accepted | undefined> => {
    const url = random.oneOf(urls);
    const headers = { 'content-type': 'application/json' };
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_MAX_MS),
      });
      const value = (await response.json()) as Accepted;
      if (response.ok) {
        accepted += 1;
        return value;
      }
      refusals.set(String(response.status), (refusals.get(String(response.status)) ?? 0) + 1);
    } catch {
      refusals.set('broken', (refusals.get('broken') ?? 0) + 1);
    }
    return undefined;
  };

  const call = async (method: string, path: string, body: unknown): Promise<Accepted | undefined> => {
    for (let attempt = 0; attempt < TRIES && isOn; attempt++) {
      const result = await once(method, path, body);
      if (result) return result;
      await pause(50 * 2 ** attempt);
    }
    return undefined;
  };

  const aView = (sessionId: string) => ({ sessionId, pagePath: `/faults/${(views += 1)}`, key: uuidV7() });
  // Quarters are exact in single precision, the type of the column.
  const anExit = () => ({ exitedAt: new Date().toISOString(), timeSpentSeconds: random.below(4000) / 4 });

  const single = async (sessionId: string): Promise<void> => {
    const view = aView(sessionId);
    const entered = await call('POST', '/api/page-views', view);
    if (!entered?.id) return;
    acknowledged.set(entered.id, { sessionId, pagePath: view.pagePath });
    const exit = anExit();
    if (await call('PATCH', `/api/page-views/${entered.id}`, exit))
      acknowledged.set(entered.id, { sessionId, pagePath: view.pagePath, seconds: exit.timeSpentSeconds });
  };

  const batch = async (sessionId: string): Promise<void> => {
    const items = Array.from({ length: BATCH_ITEMS }, () => ({ ...aView(sessionId), exit: anExit() }));
    const times = random.chance(RESEND_SHARE) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const result = await call('POST', '/api/page-views/batch', { items });
      result?.results?.forEach(({ status, id }, at) => {
        const item = items[at];
        if (status === 201 && id && item)
          acknowledged.set(id, { sessionId, pagePath: item.pagePath, seconds: item.exit.timeSpentSeconds });
        else refusals.set(String(status), (refusals.get(String(status)) ?? 0) + 1);
      });
    }
  };

  const visit = async (): Promise<void> => {
    const sessionId = aSessionId();
    while (isOn) {
      await (random.chance(BATCH_SHARE) ? batch(sessionId) : single(sessionId));
      await pause(pauseMs);
    }
  };

  const all = Array.from({ length: visitors }, visit);
  const stop = async (): Promise<void> => {
    isOn = false;
    await Promise.all(all);
  };
  return { acknowledged, refusals, accepted: () => accepted, stop };
};
