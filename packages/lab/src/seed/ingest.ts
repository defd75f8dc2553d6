import { setTimeout as pause } from 'node:timers/promises';
import { BATCH_MAX_ITEMS, batchAnswer, type BatchedView } from '@course/contracts';
import { Failure } from '@course/ops/failure';
import { chunks } from './chunks.ts';
import type { Visitor } from './visitor.ts';
import type { ChunkWriter } from './write.ts';

/** The service takes page views of so many days back; older ones would be given the time of their arrival. */
export const INGEST_DAYS = 30;

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const TRIES = 60;
const DEFAULT_WAIT_SECONDS = 1;

const itemsOf = ({ session, views, isBot }: Visitor): readonly BatchedView[] =>
  views.map(({ id: key, pagePath, exit }) => ({
    sessionId: session.id,
    pagePath,
    key,
    variant: session.variant,
    ...(exit && {
      exit: {
        exitedAt: new Date(exit.at).toISOString(),
        timeSpentSeconds: exit.visibleSeconds,
        totalSeconds: exit.totalSeconds,
      },
    }),
    ...(isBot && { userAgent: CRAWLER }),
  }));

const requireTaken = async (response: Response): Promise<void> => {
  const { results } = batchAnswer.parse(await response.json());
  const refused = results.find(({ status }) => status >= 300);
  if (refused)
    throw new Failure(`svc-tracking refused a page view: ${'message' in refused ? refused.message : refused.status}`);
};

/** Sends a batch until it is taken: limits and a store that is full or away are waited for. */
const send = async (address: string, items: readonly BatchedView[], signal: AbortSignal): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
      signal,
    });
    if (response.ok) return requireTaken(response);
    const text = await response.text();
    if ((response.status !== 429 && response.status !== 503) || tries === TRIES)
      throw new Failure(`svc-tracking answered ${response.status}: ${text}`);
    await pause(Number(response.headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS) * 1000, undefined, { signal });
  }
};

/** Sends page views the way that browsers' outboxes go: batch endpoint, Redis, writer. `trackingUrl` is svc-tracking's own address. */
export const viewsThroughIngest =
  (trackingUrl: string, signal: AbortSignal): ChunkWriter =>
  async (visitors) => {
    const items = visitors.flatMap(itemsOf);
    for (const batch of chunks(items, BATCH_MAX_ITEMS))
      await send(`${trackingUrl}/api/page-views/batch`, batch, signal);
    return items.length;
  };
