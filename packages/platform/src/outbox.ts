import { HttpError, send } from './http.ts';
import {
  areQueuedRequests,
  classifyStatus,
  enqueue,
  mayBeTakenLater,
  pauseMs,
  refusalReport,
  without,
  type QueuedRequest,
  type StatusClass,
} from './outbox-queue.ts';
import { createSession, moveToNewSession, resendIfLost, sessionForWrite } from './session.ts';
import { readVersioned, removeRaw, writeVersioned } from './storage.ts';
import { inTurn } from './turns.ts';
import { uuidV7 } from './uuid.ts';
import { currentSessionId } from './visitor.ts';

const KEY = 'outbox';

const REPORTS = '/api/refused-writes';

/** So often is a session restored for one request. One that this does not help lets the others pass. */
const SESSION_ROUNDS = 3;

let running: Promise<void> | undefined;
let failures = 0;
/** Sessions restored in vain, by request. */
const sessionRounds = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Read anew each time, never kept: other tabs add and remove requests too. */
const waiting = (): readonly QueuedRequest[] =>
  // Earlier releases left the ends of page views here, whose service may be away while that of the answers is not.
  (readVersioned(KEY, areQueuedRequests) ?? []).filter(({ path }) => !path.startsWith('/api/page-views'));
const keep = (queue: readonly QueuedRequest[]): void =>
  queue.length > 0 ? writeVersioned(KEY, queue) : removeRaw(KEY);

/** Keeps the write on this device and sends it as soon as the network allows, across reloads. Returns at once. */
export function post(request: Omit<QueuedRequest, 'id'>): void {
  keep(enqueue(waiting(), { ...request, id: uuidV7(Date.now()) }));
  void flush();
}

/** Sends what is waiting, one after the other. Tabs take turns, so that nothing leaves twice. */
export const flush = (): Promise<void> => (running ??= sendAll());

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  try {
    // A request may have come between the last look and the end of the turn.
    while ((await inTurn('outbox', drain)) && waiting().length > 0);
  } finally {
    running = undefined;
  }
}

/** Before a checkout: the server has what was given in a session that it lost since, as far as the network allows. */
export async function tellLostSession(): Promise<void> {
  if (resendIfLost()) await flush();
}

/** Returns whether everything was sent; what has not is tried again after a pause. */
async function drain(): Promise<boolean> {
  const passed = new Set<string>();
  const next = () => waiting().find(({ id }) => !passed.has(id));
  for (let request = next(); request; request = next()) {
    const outcome = await follow(await deliver(request), request);
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
  /** The server's answer, unless it took the request or could not be reached. */
  readonly error?: HttpError;
}

async function deliver(request: QueuedRequest): Promise<Delivery> {
  // An answer that leaves before its session is there would only be refused.
  if (!(await sessionForWrite())) return { statusClass: 'again' };
  resendIfLost();
  // While it waited for the session, another took its place, or somebody started over.
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

/** `once-more`: another try may work now. `later`: the others pass this one. `service-down`: all wait. */
type Outcome = 'gone' | 'once-more' | 'later' | 'service-down';

/** Acts on what became of a request. It goes when it was delivered, or when the server says that it can never be taken. */
async function follow({ statusClass, error }: Delivery, request: QueuedRequest): Promise<Outcome> {
  if (statusClass === 'again') return 'service-down';
  if (statusClass === 'session-first' || statusClass === 'new-session') {
    const rounds = sessionRounds.get(request.id) ?? 0;
    if (rounds < SESSION_ROUNDS) return restoreSession(statusClass, request, rounds);
    if (mayBeTakenLater(error?.code)) return 'later';
  }
  failures = 0;
  sessionRounds.delete(request.id);
  keep(without(waiting(), request.id));
  if (statusClass !== 'delivered' && error) putAside(request, error);
  return 'gone';
}

async function restoreSession(
  statusClass: 'session-first' | 'new-session',
  { id }: QueuedRequest,
  rounds: number,
): Promise<Outcome> {
  const restored = statusClass === 'new-session' ? await moveToNewSession() : await createSession();
  // Only a session that was restored in vain counts: a server in trouble loses no request.
  if (restored) sessionRounds.set(id, rounds + 1);
  return restored ? 'once-more' : 'service-down';
}

/** What the visitor gave stays on this device; the refusal is reported to the server. */
function putAside(request: QueuedRequest, error: HttpError): void {
  // A report that is refused is not reported again.
  if (request.path === REPORTS) return;
  console.warn(`A write to ${request.path} was refused and is put aside:`, error);
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
