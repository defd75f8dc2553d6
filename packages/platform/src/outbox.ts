import { HttpError, send } from './http.ts';
import {
  areQueuedRequests,
  classifyStatus,
  enqueue,
  mayBeAcceptedLater,
  pauseMs,
  refusalReport,
  without,
  type QueuedRequest,
  type StatusClass,
} from './outbox-queue.ts';
import { createSession, moveToNewSession, resendIfLost, sessionForWrite } from './session.ts';
import { readVersioned, removeRaw, writeVersioned } from './storage.ts';
import { withTabLock } from './tab-lock.ts';
import { uuidV7 } from './uuid.ts';
import { currentSessionId } from './visitor.ts';

const KEY = 'outbox';

const REPORTS = '/api/refused-writes';

/** How often a session is restored for one request. After that, the requests behind it are sent first. */
const MAX_SESSION_RESTORES = 3;

let running: Promise<void> | undefined;
let failures = 0;
/** Sessions restored in vain, by request. */
const sessionRestores = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the queue each time instead of caching it: other tabs add and remove requests too. */
const waiting = (): readonly QueuedRequest[] =>
  // Earlier releases left exits of page views here, whose service may be down while that of the answers is up.
  (readVersioned(KEY, areQueuedRequests) ?? []).filter(({ path }) => !path.startsWith('/api/page-views'));
const keep = (queue: readonly QueuedRequest[]): void =>
  queue.length > 0 ? writeVersioned(KEY, queue) : removeRaw(KEY);

/** Keeps the write on this device and sends it as soon as the network allows, across reloads. Returns at once. */
export function post(request: Omit<QueuedRequest, 'id'>): void {
  keep(enqueue(waiting(), { ...request, id: uuidV7(Date.now()) }));
  void flush();
}

/** Sends the waiting requests, one after the other. Tabs take turns, so that nothing is sent twice. */
export const flush = (): Promise<void> => (running ??= sendAll());

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  try {
    // A request may have been added between the last check and the end of the turn.
    while ((await withTabLock('outbox', drain)) && waiting().length > 0);
  } finally {
    running = undefined;
  }
}

/** Before a checkout: sends everything again if the server has lost the session, as far as the network allows. */
export async function resendLostSession(): Promise<void> {
  if (resendIfLost()) await flush();
}

/** Returns whether everything was sent; the rest is retried after a pause. */
async function drain(): Promise<boolean> {
  const passed = new Set<string>();
  const next = () => waiting().find(({ id }) => !passed.has(id));
  for (let request = next(); request; request = next()) {
    const outcome = await handleResult(await deliver(request), request);
    if (outcome === 'service-down') {
      postpone();
      return false;
    }
    if (outcome === 'later') passed.add(request.id);
  }
  const isDone = passed.size === 0;
  if (!isDone) postpone();
  return isDone;
}

interface Delivery {
  readonly statusClass: StatusClass;
  /** The server's response, unless it accepted the request or could not be reached. */
  readonly error?: HttpError;
}

async function deliver(request: QueuedRequest): Promise<Delivery> {
  // A write that is sent before its session exists would only be refused.
  if (!(await sessionForWrite())) return { statusClass: 'again' };
  resendIfLost();
  // While it waited for the session, another request replaced it, or the visitor started over.
  if (!waiting().some(({ id }) => id === request.id)) return { statusClass: 'delivered' };
  const session = currentSessionId();
  try {
    await send(request.method, request.path.replace('{session}', session), withSession(request.body, session));
    return { statusClass: 'delivered' };
  } catch (error) {
    return error instanceof HttpError
      ? { statusClass: classifyStatus(error.status), error }
      : { statusClass: classifyStatus(undefined) };
  }
}

const withSession = (body: QueuedRequest['body'], session: string) =>
  'sessionId' in body ? { ...body, sessionId: session } : body;

/** `once-more`: another attempt may succeed now. `later`: the others pass this one. `service-down`: all wait. */
type Outcome = 'gone' | 'once-more' | 'later' | 'service-down';

/**
 * Acts on the result of a delivery, and returns what it means for the queue. A request leaves the queue once it is
 * delivered or can never be accepted.
 */
async function handleResult({ statusClass, error }: Delivery, request: QueuedRequest): Promise<Outcome> {
  if (statusClass === 'again') return 'service-down';
  if (statusClass === 'session-first' || statusClass === 'new-session') {
    const restores = sessionRestores.get(request.id) ?? 0;
    if (restores < MAX_SESSION_RESTORES) return restoreSession(statusClass, request, restores);
    if (mayBeAcceptedLater(error?.code)) return 'later';
  }
  failures = 0;
  sessionRestores.delete(request.id);
  keep(without(waiting(), request.id));
  if (statusClass !== 'delivered' && error) handleRefusal(request, error);
  return 'gone';
}

async function restoreSession(
  statusClass: 'session-first' | 'new-session',
  { id }: QueuedRequest,
  restores: number,
): Promise<Outcome> {
  const restored = statusClass === 'new-session' ? await moveToNewSession() : await createSession();
  // Only sessions that were actually restored count, so that a server outage loses no request.
  if (restored) sessionRestores.set(id, restores + 1);
  return restored ? 'once-more' : 'service-down';
}

/** Reports a refusal to the server. What the visitor entered stays on this device. */
function handleRefusal(request: QueuedRequest, error: HttpError): void {
  // A refused report is not reported again.
  if (request.path === REPORTS) return;
  console.warn(`A write to ${request.path} was refused and will not be sent again:`, error);
  reportRefused(request, error);
}

/** Reports a write that the server refused for good, without its content. */
export function reportRefused(
  { path, body = {} }: { path: string; body?: QueuedRequest['body'] },
  { status, code }: HttpError,
): void {
  const report = refusalReport({ path, body }, status, code);
  post({
    method: 'POST',
    path: REPORTS,
    topic: `refused:${report.path}:${report.questionKey ?? ''}`,
    body: { ...report },
  });
}

function postpone(): void {
  failures += 1;
  timer = setTimeout(() => void flush(), pauseMs(failures));
}

globalThis.addEventListener?.('online', () => void flush());
