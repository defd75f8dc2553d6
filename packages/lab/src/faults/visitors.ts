import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@course/test-kit/seeded-random';
import { aKey, aSession } from '../bench/tracking-views.ts';
import type { Acknowledged } from './delivery-log.ts';

export interface VisitorsOptions {
  /** Addresses of the services; each call goes to any of them, as behind a balancer. */
  readonly urls: readonly string[];
  readonly visitors: number;
  /** Between two page views of a visitor, in ms. */
  readonly pauseMs: number;
  /** What they draw follows from it: a whole number from 0 to 2^32 - 1. */
  readonly seed: number;
}

export interface Visitors {
  readonly acknowledged: Map<string, Acknowledged>;
  /** Calls that were taken, so far. */
  readonly taken: () => number;
  /** Answers other than success, by status; `broken` for none. */
  readonly refusals: Map<string, number>;
  /** Ends the visits and waits for the last answers. */
  stop(): Promise<void>;
}

const TRIES = 6;
const CALL_MAX_MS = 8000;
const BATCH_SHARE = 0.15;
const BATCH_ITEMS = 40;
const AGAIN_SHARE = 0.2;

interface Taken {
  readonly id?: string;
  readonly results?: readonly { status: number; id?: string }[];
}

/** Visitors who enter and leave page after page, and like the browser try again with the same key what was not taken. */
export const startVisitors = ({ urls, visitors, pauseMs, seed }: VisitorsOptions): Visitors => {
  const random = seededRandom(seed);
  const acknowledged = new Map<string, Acknowledged>();
  const refusals = new Map<string, number>();
  let isOn = true;
  let taken = 0;
  let views = 0;

  const once = async (method: string, path: string, body: unknown): Promise<Taken | undefined> => {
    const url = random.oneOf(urls);
    const headers = { 'content-type': 'application/json' };
    try {
      const answer = await fetch(url + path, {
        method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_MAX_MS),
      });
      const value = (await answer.json()) as Taken;
      if (answer.ok) {
        taken += 1;
        return value;
      }
      refusals.set(String(answer.status), (refusals.get(String(answer.status)) ?? 0) + 1);
    } catch {
      refusals.set('broken', (refusals.get('broken') ?? 0) + 1);
    }
    return undefined;
  };

  const call = async (method: string, path: string, body: unknown): Promise<Taken | undefined> => {
    for (let attempt = 0; attempt < TRIES && isOn; attempt++) {
      const answer = await once(method, path, body);
      if (answer) return answer;
      await pause(50 * 2 ** attempt);
    }
    return undefined;
  };

  const aView = (sessionId: string) => ({ sessionId, pagePath: `/faults/${(views += 1)}`, key: aKey() });
  // Quarters are exact in single precision, which is what the column holds.
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
    const times = random.chance(AGAIN_SHARE) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const answer = await call('POST', '/api/page-views/batch', { items });
      answer?.results?.forEach(({ status, id }, at) => {
        const item = items[at];
        if (status === 201 && id && item)
          acknowledged.set(id, { sessionId, pagePath: item.pagePath, seconds: item.exit.timeSpentSeconds });
        else refusals.set(String(status), (refusals.get(String(status)) ?? 0) + 1);
      });
    }
  };

  const visit = async (): Promise<void> => {
    const sessionId = aSession();
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
  return { acknowledged, refusals, taken: () => taken, stop };
};
