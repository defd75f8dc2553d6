import type { BatchAnswer, BatchedView, EnterPage } from '@course/contracts';
import { HttpError, send } from '../http.ts';
import { classifyStatus, pauseMs } from '../outbox-queue.ts';
import { reportRefused } from '../outbox.ts';
import { forgetView, keepView, waitingViews } from './kept-views.ts';

const ENTRY_TRIES = 3;
const ENTRY_PAUSE_MS = 500;

/** A browser takes 64 KB of requests that outlive their pages. */
const MOST_AT_ONCE = 50;

const BATCH = '/api/page-views/batch';
const BUSY = 429;

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the id that the server assigned, or undefined when it could not be reached. */
export async function sendEntry(entry: EnterPage, triesLeft = ENTRY_TRIES): Promise<string | undefined> {
  try {
    const answer = (await send('POST', '/api/page-views', entry, { keepalive: true })) as { id: string };
    return answer.id;
  } catch (error) {
    if (triesLeft > 1) return pause(ENTRY_PAUSE_MS).then(() => sendEntry(entry, triesLeft - 1));
    console.warn(`The page view of ${entry.pagePath} could not be recorded:`, error);
    return undefined;
  }
}

/** Sends how a view ended so far, by a request that outlives the page; again later when that fails. Without an id its entry goes with it. */
export async function report(view: BatchedView, id: string | undefined): Promise<void> {
  keepView(view);
  try {
    if (id === undefined) return await sendViews([view]);
    await send('PATCH', `/api/page-views/${id}`, view.exit, { keepalive: true });
    forgetView(view);
  } catch (error) {
    postpone(error);
  }
}

/** Sends ended views once more, because more is known of them. */
export async function reportLate(views: readonly BatchedView[]): Promise<void> {
  try {
    await sendViews(views);
  } catch (error) {
    postpone(error);
  }
}

/** Sends what waits on this device. Another tab may do the same: sent twice, it is the same row. */
export async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const views = await waitingViews();
  try {
    for (let from = 0; from < views.length; from += MOST_AT_ONCE)
      await sendOrDrop(views.slice(from, from + MOST_AT_ONCE));
    failures = 0;
  } catch (error) {
    postpone(error);
  }
}

/** Views that the server refuses for good are dropped. Throws when they have to wait. */
async function sendOrDrop(views: readonly BatchedView[]): Promise<void> {
  try {
    await sendViews(views);
  } catch (error) {
    if (!(error instanceof HttpError) || classifyStatus(error.status) === 'again') throw error;
    console.warn('Page views were refused and dropped:', error);
    views.forEach(forgetView);
    reportRefused({ path: BATCH }, error);
  }
}

async function sendViews(views: readonly BatchedView[]): Promise<void> {
  const { results } = (await send('POST', BATCH, { items: views }, { keepalive: true })) as BatchAnswer;
  const taken = views.filter((_view, index) => results[index]?.status !== BUSY);
  taken.forEach(forgetView);
  if (taken.length < views.length) throw new HttpError(BUSY, 'some page views have to wait');
}

function postpone(error: unknown): void {
  console.warn('Page views could not be sent yet:', error);
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(), pauseMs(failures));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
