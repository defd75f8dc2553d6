import type { BatchAnswer, BatchedView, EnterPage } from '@course/contracts';
import { HttpError, send } from '../http.ts';
import { classifyStatus, pauseMs } from '../outbox-queue.ts';
import { reportRefused } from '../outbox.ts';
import { forgetView, keepView, waitingViews } from './kept-views.ts';

const ENTRY_ATTEMPTS = 3;
const ENTRY_PAUSE_MS = 500;

/** Browsers allow requests that outlive their page 64 KB in total. */
const BATCH_MAX_VIEWS = 50;

const BATCH = '/api/page-views/batch';
const BUSY = 429;

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the id that the server assigned, or undefined if sending failed. */
export async function sendEntry(entry: EnterPage, attemptsLeft = ENTRY_ATTEMPTS): Promise<string | undefined> {
  try {
    const { id } = (await send('POST', '/api/page-views', entry, { keepalive: true })) as { id: string };
    return id;
  } catch (error) {
    if (attemptsLeft > 1) return pause(ENTRY_PAUSE_MS).then(() => sendEntry(entry, attemptsLeft - 1));
    console.warn(`The page view of ${entry.pagePath} could not be recorded:`, error);
    return undefined;
  }
}

/**
 * Sends a view's exit as of now, with a request that outlives the page, and retries later if that fails. Without an id
 * the entry is sent too.
 */
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

/** Sends ended views once more, because more is known about them. */
export async function reportLate(views: readonly BatchedView[]): Promise<void> {
  try {
    await sendViews(views);
  } catch (error) {
    postpone(error);
  }
}

/** Sends the views that wait on this device. Another tab may do the same: a view sent twice is still one row. */
export async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const views = await waitingViews();
  try {
    for (let from = 0; from < views.length; from += BATCH_MAX_VIEWS)
      await sendOrDrop(views.slice(from, from + BATCH_MAX_VIEWS));
    failures = 0;
  } catch (error) {
    postpone(error);
  }
}

/** Sends views, and drops those that the server refuses for good. Throws if they have to wait. */
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
  const accepted = views.filter((_view, index) => results[index]?.status !== BUSY);
  accepted.forEach(forgetView);
  if (accepted.length < views.length) throw new HttpError(BUSY, 'some page views have to wait');
}

function postpone(error: unknown): void {
  console.warn('Page views could not be sent yet:', error);
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(), pauseMs(failures));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
