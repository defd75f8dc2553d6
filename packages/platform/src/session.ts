import { attribution, isWayUntold, wayTold } from './attribution.ts';
import { HttpError, read, request } from './http.ts';
import { newSessionId } from './session-id.ts';
import { isStorageUnavailable, readVersioned, removeRaw, writeVersioned } from './storage.ts';
import { sharedAtom, store } from './stored-atom.ts';
import { inTurn } from './turns.ts';
import { variantOf } from './variant.ts';
import { adoptSessionId, currentSessionId } from './visitor.ts';

/** True once the server knows this browser's session. */
export const sessionReadyAtom = sharedAtom(false);

/** The id that the server confirmed last. An id that it never did needs no check: nobody else can have made it. */
const CONFIRMED = 'session_confirmed';
const isId = (value: unknown): value is string => typeof value === 'string';
const wasConfirmed = (id: string): boolean => readVersioned(CONFIRMED, isId) === id;

/** Whether the server lost the session that it once confirmed, and holds an empty one of that id. */
const LOST = 'session_lost';
/** The status of a session that the server did not have; one that it has is a 200. */
const CREATED = 201;
const isTrue = (value: unknown): value is true => value === true;

/** Counts how often answers, email and name have to be sent again. */
export const resendsAtom = sharedAtom(0);
const sendAllAgain = (): void => store.set(resendsAtom, store.get(resendsAtom) + 1);

/**
 * Has everything sent again that is kept here for a session that the server lost. Returns whether there was one. Only
 * when the visitor does something that needs it: the owner may have erased it, and a mere visit brings nothing back.
 */
export function resendIfLost(): boolean {
  if (!readVersioned(LOST, isTrue)) return false;
  removeRaw(LOST);
  sendAllAgain();
  return true;
}

/** Calls for a session that come while one is under way share its result, so that two never make two sessions. */
function shared(work: () => Promise<boolean>): () => Promise<boolean> {
  const underWay = new Map<string, Promise<boolean>>();
  return () => {
    const id = currentSessionId();
    const call = underWay.get(id) ?? work().finally(() => underWay.delete(id));
    underWay.set(id, call);
    return call;
  };
}

/** On load: a check of a session that once was; a 404, a network failure or a fresh id leads to a create. Returns whether the session is ready. Never throws. */
export const ensureSession = shared(check);

/** Creates the session under the id we have, or under a new one when that is taken. Returns whether it worked. */
export const createSession = shared(create);

/** The id belongs to another browser: make a new one and send everything again under it. */
export const moveToNewSession = shared(move);

async function check(): Promise<boolean> {
  const id = currentSessionId();
  // A browser that lost its id on reload may still have the cookie, and with it a payment: that lasts until something is written.
  if (isStorageUnavailable()) return false;
  if (!wasConfirmed(id)) return createSession();
  try {
    await read(['/api', 'sessions', id]);
    // Creating one's own session again tells the server of a new way here.
    return isWayUntold() ? createSession() : markReady();
  } catch (error) {
    if (error instanceof HttpError && error.status !== 404) return false;
    return createSession();
  }
}

async function create(): Promise<boolean> {
  const id = currentSessionId();
  try {
    await postSession(id);
    return markReady();
  } catch (error) {
    // Another call may have moved it meanwhile.
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
  // Not before the server has it: a new id on this device without the sending again would lose the earlier answers.
  adoptSessionId(id);
  sendAllAgain();
  return markReady();
}

/** Which session the server knows this browser by changes in one tab at a time: two that create the same one at once would refuse each other. */
export const whileSessionChanges = <Result>(work: () => Promise<Result>): Promise<Result> => inTurn('session', work);

async function postSession(id: string): Promise<void> {
  const body = { id, timeZone: timeZone(), ...attribution(), variant: variantOf(id) };
  const response = await whileSessionChanges(() => request('POST', '/api/sessions', body));
  // Unread, it would hold its connection.
  await response.text();
  if (response.status === CREATED && wasConfirmed(id)) writeVersioned(LOST, true);
  wayTold();
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function markReady(): true {
  const id = currentSessionId();
  if (!isStorageUnavailable() && !wasConfirmed(id)) writeVersioned(CONFIRMED, id);
  store.set(sessionReadyAtom, true);
  return true;
}

/**
 * Before a write that needs the session: waits until there is one. Something is written now, so a browser without storage
 * takes a new one. Where cookies are refused none would last, and the write waits for a reload with cookies allowed.
 */
export async function sessionForWrite(): Promise<boolean> {
  if (navigator.cookieEnabled === false) return false;
  if (store.get(sessionReadyAtom)) return true;
  return isStorageUnavailable() ? createSession() : ensureSession();
}
