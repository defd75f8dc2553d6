import { HttpError, send } from './http.ts';
import { enqueue, isLetters, judge, pauseMs, serviceOf, without, type Letter, type Verdict } from './outbox-queue.ts';
import { createSession, moveToNewSession, sessionForWrite } from './session.ts';
import { readVersioned, removeRaw, writeVersioned } from './storage.ts';
import { uuidV7 } from './uuid.ts';
import { currentSessionId } from './visitor.ts';

const KEY = 'outbox';

/** A letter that a restored session does not help is given up after this many rounds, so that it never blocks the rest. */
const SESSION_ROUNDS = 3;

let running = false;
let failures = 0;
let sessionRounds = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Read anew each time, never kept: other tabs add and remove letters too. */
const waiting = (): readonly Letter[] => readVersioned(KEY, isLetters) ?? [];
const keep = (letters: readonly Letter[]): void => (letters.length > 0 ? writeVersioned(KEY, letters) : removeRaw(KEY));

/** Keeps the write on this device and sends it as soon as the network allows, across reloads. Returns at once. */
export function post(letter: Omit<Letter, 'id'>): void {
  keep(enqueue(waiting(), { ...letter, id: uuidV7(Date.now()) }));
  void flush();
}

/** Sends what is waiting, one after the other. Tabs take turns, so that nothing leaves twice. */
export async function flush(): Promise<void> {
  if (running) return;
  running = true;
  clearTimeout(timer);
  try {
    // A letter may have come between the last look and the end of the turn.
    while ((await inTurn(drain)) && waiting().length > 0);
  } finally {
    running = false;
  }
}

/** Browsers that refuse storage refuse locks too; pages over plain http have none. */
async function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await navigator.locks.request('outbox', work);
  } catch {
    return work();
  }
}

/** Answers whether everything has left; what has not is tried again after a pause. */
async function drain(): Promise<boolean> {
  const down = new Set<string>();
  const next = () => waiting().find((letter) => !down.has(serviceOf(letter)));
  for (let letter = next(); letter; letter = next()) {
    if (!(await follow(await deliver(letter), letter))) down.add(serviceOf(letter));
  }
  if (down.size > 0) postpone();
  return down.size === 0;
}

async function deliver(letter: Letter): Promise<Verdict> {
  // An answer that leaves before its session is there would only be refused.
  if (serviceOf(letter) === 'funnel' && !(await sessionForWrite())) return 'again';
  const session = currentSessionId();
  try {
    await send(letter.method, letter.path.replace('{session}', session), withSession(letter.body, session));
    return 'delivered';
  } catch (error) {
    const verdict = judge(error instanceof HttpError ? error.status : undefined);
    if (verdict === 'dropped') console.warn(`A write to ${letter.path} was refused and dropped:`, error);
    return verdict;
  }
}

const withSession = (body: Letter['body'], session: string) =>
  'sessionId' in body ? { ...body, sessionId: session } : body;

/** Acts on the verdict; false when the service cannot be used now. */
async function follow(verdict: Verdict, letter: Letter): Promise<boolean> {
  if (verdict === 'again') return false;
  if (verdict === 'session-first' || verdict === 'new-session') {
    if (sessionRounds < SESSION_ROUNDS) return restoreSession(verdict);
    console.warn(`A write to ${letter.path} found no session and was dropped.`);
  }
  failures = 0;
  sessionRounds = 0;
  keep(without(waiting(), letter.id));
  return true;
}

async function restoreSession(verdict: 'session-first' | 'new-session'): Promise<boolean> {
  const restored = verdict === 'new-session' ? await moveToNewSession() : await createSession();
  // Only a session that was restored in vain counts: a server in trouble costs no letter.
  if (restored) sessionRounds += 1;
  return restored;
}

function postpone(): void {
  failures += 1;
  timer = setTimeout(() => void flush(), pauseMs(failures));
}

globalThis.addEventListener?.('online', () => void flush());
