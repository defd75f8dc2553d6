import type { EnterPage } from '@course/contracts';
import { HttpError, send } from './http.ts';
import { judge } from './outbox-queue.ts';
import { post } from './outbox.ts';
import { visibleStopwatch, type Stopwatch } from './stopwatch.ts';
import { uuidV7 } from './uuid.ts';
import { variantOf } from './variant.ts';
import { currentSessionId } from './visitor.ts';

const ENTRY_TRIES = 3;
const ENTRY_PAUSE_MS = 500;

interface View {
  readonly id: Promise<string | null>;
  readonly watch: Stopwatch;
}

let current: View | null = null;

/** Ends the view on show, if any, and begins one of `pagePath`. Failures are only logged. */
export function enterPage(pagePath: string): void {
  leavePage();
  const sessionId = currentSessionId();
  const entry = { sessionId, pagePath, key: uuidV7(Date.now()), variant: variantOf(sessionId) };
  current = { id: sendEntry(entry, ENTRY_TRIES), watch: visibleStopwatch() };
}

/** Ends the view on show: its exit time and the seconds spent are sent, by a request that outlives the page. */
export function leavePage(): void {
  if (!current) return;
  const { id, watch } = current;
  current = null;
  const exit = { exitedAt: new Date().toISOString(), ...watch.stop() };
  void id.then((known) => (known ? sendExit(known, exit) : undefined));
}

async function sendEntry(entry: EnterPage, triesLeft: number): Promise<string | null> {
  try {
    const answer = (await send('POST', '/api/page-views', entry, { keepalive: true })) as { id: string };
    return answer.id;
  } catch (error) {
    if (triesLeft > 1) return pause(ENTRY_PAUSE_MS).then(() => sendEntry(entry, triesLeft - 1));
    console.warn(`The page view of ${entry.pagePath} could not be recorded:`, error);
    return null;
  }
}

async function sendExit(id: string, exit: Record<string, unknown>): Promise<void> {
  const path = `/api/page-views/${id}`;
  try {
    await send('PATCH', path, exit, { keepalive: true });
  } catch (error) {
    console.warn('The end of a page view could not be recorded yet:', error);
    if (judge(error instanceof HttpError ? error.status : undefined) === 'again') {
      post({ method: 'PATCH', path, topic: `exit:${id}`, body: exit });
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
