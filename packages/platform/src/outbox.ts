import { HttpError, send } from './http.ts';
import { enqueue, judge, pauseMs, without, type Letter, type Verdict } from './outbox-queue.ts';
import { createSession, moveToNewSession } from './session.ts';
import { store, storedAtom } from './stored-atom.ts';
import { uuidV7 } from './uuid.ts';
import { currentSessionId } from './visitor.ts';

const isLetters = (value: unknown): value is readonly Letter[] =>
  Array.isArray(value) && value.every((letter: Letter) => typeof letter?.path === 'string' && typeof letter?.topic === 'string');

const EMPTY: readonly Letter[] = [];
const lettersAtom = storedAtom<readonly Letter[]>('outbox', EMPTY, isLetters);

/** A letter that the session calls cannot help is given up after this many rounds, so that it never blocks the rest. */
const SESSION_ROUNDS = 3;

let running = false;
let failures = 0;
let sessionRounds = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const put = (letters: readonly Letter[]): void => store.set(lettersAtom, letters.length > 0 ? letters : EMPTY);

/** Keeps the write on this device and sends it as soon as the network allows, across reloads. Returns at once. */
export function post(letter: Omit<Letter, 'id'>): void {
  put(enqueue(store.get(lettersAtom), { ...letter, id: uuidV7(Date.now()) }));
  void flush();
}

/** Sends what is waiting, one after the other. Tabs take turns, so that nothing leaves twice. */
export async function flush(): Promise<void> {
  if (running) return;
  running = true;
  clearTimeout(timer);
  try {
    await inTurn(drain);
  } finally {
    running = false;
  }
}

const inTurn = (work: () => Promise<void>): Promise<void> =>
  globalThis.navigator?.locks ? navigator.locks.request('outbox', work) : work();

async function drain(): Promise<void> {
  for (let letter = store.get(lettersAtom)[0]; letter; letter = store.get(lettersAtom)[0]) {
    const verdict = await deliver(letter);
    if (!(await follow(verdict, letter))) return;
  }
}

async function deliver(letter: Letter): Promise<Verdict> {
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

/** Acts on the verdict; false ends this round. */
async function follow(verdict: Verdict, letter: Letter): Promise<boolean> {
  if (verdict === 'again') return postpone();
  if (verdict === 'session-first' || verdict === 'new-session') {
    if (++sessionRounds <= SESSION_ROUNDS) return restoreSession(verdict);
    console.warn(`A write to ${letter.path} found no session and was dropped.`);
  }
  failures = 0;
  sessionRounds = 0;
  put(without(store.get(lettersAtom), letter.id));
  return true;
}

async function restoreSession(verdict: Verdict): Promise<boolean> {
  const restored = verdict === 'new-session' ? await moveToNewSession() : await createSession();
  return restored || postpone();
}

function postpone(): false {
  failures += 1;
  timer = setTimeout(() => void flush(), pauseMs(failures));
  return false;
}

globalThis.addEventListener?.('online', () => void flush());
