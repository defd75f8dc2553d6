import { atom } from 'jotai';
import { HttpError, read, send } from './http.ts';
import { store } from './stored-atom.ts';
import { currentSessionId, renewSessionId } from './visitor.ts';

/** True once the server knows this browser's session. */
export const sessionReadyAtom = atom(false);

type Resend = () => void;
let resendEverything: Resend = () => {};

/** Registers what sends answers, email and name again when the session had to move to a new id. */
export const onSessionMoved = (resend: Resend): void => {
  resendEverything = resend;
};

let checking: Promise<boolean> | undefined;

/** On load: a check; a 404 or a network failure leads to a create. Answers whether the session is ready. Never throws. */
export function ensureSession(): Promise<boolean> {
  checking ??= check().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function check(): Promise<boolean> {
  try {
    await read(['/api', 'sessions', currentSessionId()]);
    return markReady();
  } catch (error) {
    if (error instanceof HttpError && error.status !== 404) return false;
    return createSession();
  }
}

/** Creates the session under the id we have, or under a new one when that is taken. Answers whether it worked. */
export async function createSession(): Promise<boolean> {
  try {
    await send('POST', '/api/sessions', { id: currentSessionId(), timeZone: timeZone() });
    return markReady();
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return moveToNewSession();
    console.warn('The session could not be created yet:', error);
    return false;
  }
}

/** The id belongs to another browser: make a new one and send everything again under it. */
export async function moveToNewSession(): Promise<boolean> {
  try {
    await send('POST', '/api/sessions', { id: renewSessionId(), timeZone: timeZone() });
  } catch (error) {
    console.warn('The session could not be moved yet:', error);
    return false;
  }
  resendEverything();
  return markReady();
}

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function markReady(): true {
  store.set(sessionReadyAtom, true);
  return true;
}
