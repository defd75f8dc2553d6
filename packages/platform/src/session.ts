import { attribution, isAttributionUnsent, markAttributionSent } from './attribution.ts';
import { HttpError, read, request } from './http.ts';
import { newSessionId } from './session-id.ts';
import { isStorageUnavailable, isText, isTrue, readVersioned, removeRaw, writeVersioned } from './storage.ts';
import { sharedAtom, store } from './stored-atom.ts';
import { withTabLock } from './tab-lock.ts';
import { variantOf } from './variant.ts';
import { adoptSessionId, currentSessionId } from './visitor.ts';

/** The session id that the server confirmed to this document; null before. Starting over makes another one current. */
export const readySessionAtom = sharedAtom<string | null>(null);

/** The id that the server last confirmed. One that it never confirmed needs no check: no other browser can have it. */
const CONFIRMED = 'session_confirmed';
const wasConfirmed = (id: string): boolean => readVersioned(CONFIRMED, isText) === id;

/** Stored as true if the server lost a session that it once confirmed, and now has an empty one under its id. */
const LOST = 'session_lost';
/** The status for a session that the server did not have; one that it had is a 200. */
const CREATED = 201;

/** Counts how often answers, email and name have to be sent again. */
export const resendsAtom = sharedAtom(0);
const sendAllAgain = (): void => store.set(resendsAtom, store.get(resendsAtom) + 1);

/**
 * Sends everything that is kept here again if the server lost the session. Returns whether it did. Call it only when
 * the visitor does something that needs it: the owner may have erased the session, and a mere visit must not restore
 * it.
 */
export function resendIfLost(): boolean {
  if (!readVersioned(LOST, isTrue)) return false;
  removeRaw(LOST);
  sendAllAgain();
  return true;
}

/** Makes concurrent calls for a session share one result, so that they never create two sessions. */
function coalesce(work: () => Promise<boolean>): () => Promise<boolean> {
  const pending = new Map<string, Promise<boolean>>();
  return () => {
    const id = currentSessionId();
    const call = pending.get(id) ?? work().finally(() => pending.delete(id));
    pending.set(id, call);
    return call;
  };
}

/**
 * On load: checks a session that was confirmed before; creates it after a 404 or a network failure, or if the id is
 * new. Returns whether the session is ready. Never throws.
 */
export const ensureSession = coalesce(check);

/** Creates the session under the current id, or under a new one if that is taken. Returns whether it succeeded. */
export const createSession = coalesce(create);

/** For an id that belongs to another browser: creates a session under a new id and sends everything again. */
export const moveToNewSession = coalesce(move);

async function check(): Promise<boolean> {
  const id = currentSessionId();
  // A browser that lost its id on reload may still have the session's cookie, and with it a payment: keep it until a
  // write.
  if (isStorageUnavailable()) return false;
  if (!wasConfirmed(id)) return createSession();
  try {
    await read(['/api', 'sessions', id]);
    // Creating the session again sends the new attribution.
    return isAttributionUnsent() ? createSession() : markReady(id);
  } catch (error) {
    if (error instanceof HttpError && error.status !== 404) return false;
    return createSession();
  }
}

async function create(): Promise<boolean> {
  const id = currentSessionId();
  try {
    await postSession(id);
    return markReady(id);
  } catch (error) {
    // Another call may have replaced the id meanwhile.
    if (error instanceof HttpError && error.status === 409)
      return id === currentSessionId() ? moveToNewSession() : createSession();
    console.warn('The session could not be created yet:', error);
    return false;
  }
}

async function move(): Promise<boolean> {
  const id = newSessionId();
  try {
    await postSession(id);
  } catch (error) {
    console.warn('The session could not be moved yet:', error);
    return false;
  }
  // Only once the server has it: otherwise nothing would be sent again under the new id, and earlier answers be lost.
  adoptSessionId(id);
  sendAllAgain();
  return markReady(id);
}

/**
 * Runs work that changes this browser's session on the server, in one tab at a time: two that create the same session
 * at once count as two browsers.
 */
export const withSessionLock = <Result>(work: () => Promise<Result>): Promise<Result> => withTabLock('session', work);

async function postSession(id: string): Promise<void> {
  const body = { id, timeZone: timeZone(), ...attribution(), variant: variantOf(id) };
  const response = await withSessionLock(() => request('POST', '/api/sessions', body));
  // An unread response would keep its connection busy.
  await response.text();
  if (response.status === CREATED && wasConfirmed(id)) writeVersioned(LOST, true);
  markAttributionSent();
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function markReady(id: string): true {
  if (!isStorageUnavailable() && !wasConfirmed(id)) writeVersioned(CONFIRMED, id);
  store.set(readySessionAtom, id);
  return true;
}

/**
 * Waits for a session before a write that needs one. Returns whether there is one. A browser without storage gets a new
 * session now that something is written. Without cookies none would last: the write waits for a reload with cookies
 * allowed.
 */
export async function sessionForWrite(): Promise<boolean> {
  if (navigator.cookieEnabled === false) return false;
  if (store.get(readySessionAtom) === currentSessionId()) return true;
  return isStorageUnavailable() ? createSession() : ensureSession();
}
