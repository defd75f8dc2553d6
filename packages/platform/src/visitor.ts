import { SESSION_ID } from '@course/contracts';
import { newSessionId } from './session-id.ts';
import { isText } from './storage.ts';
import { reloadStored, store, storedAtom, useShared } from './stored-atom.ts';

/** Option value or JSON text by answer key. Keys are opaque here: a new question needs no release of the shell. */
export type StoredAnswers = Readonly<Record<string, string>>;

const isSessionId = (value: unknown): value is string => isText(value) && SESSION_ID.test(value);
const isAnswers = (value: unknown): value is StoredAnswers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);

export const SESSION_ID_KEY = 'session_id';
const sessionIdAtom = storedAtom(SESSION_ID_KEY, '', isSessionId);
const STARTED_OVER_KEY = 'started_over';
/** The session id that this browser's visitor started with, if an earlier visitor started over. */
const startedOverAtom = storedAtom(STARTED_OVER_KEY, '', isText);
export const answersAtom = storedAtom<StoredAnswers>('quiz_responses', {}, isAnswers);
export const emailAtom = storedAtom('user_email', '', isText);
export const nameAtom = storedAtom('user_name', '', isText);
/** ISO time at which the quiz was completed. */
export const completedAtAtom = storedAtom('completed_at', '', isText);
const furthestAtom = storedAtom('furthest_step', '', isText);

export const useAnswers = (): StoredAnswers => useShared(answersAtom);
/**
 * Returns the current answers, for handlers: a tap replayed right after hydration runs before the stored ones are
 * rendered.
 */
export const readAnswers = (): StoredAnswers => store.get(answersAtom);
export const useEmail = (): string => useShared(emailAtom);
export const useName = (): string => useShared(nameAtom);
/** Key of the furthest step that the visitor reached, or an empty string. */
export const useFurthest = (): string => useShared(furthestAtom);

/** Returns this browser's session id, created on first use. */
export const currentSessionId = (): string => store.get(sessionIdAtom) || adoptSessionId(newSessionId());

/** Replaces the session id, for example if the old one belongs to another browser. */
export function adoptSessionId(id: string): string {
  store.set(sessionIdAtom, id);
  return id;
}

/** Takes the id of a new visitor, for whom every other page of this browser reloads. */
export function adoptNextVisitor(id: string): void {
  adoptSessionId(id);
  store.set(startedOverAtom, id);
}

// The visitor started over in another tab, or on a later page of this one. Form fields, memory and consent are still
// the last visitor's, so the page reloads. A new session id alone does not mean that: the same visitor may get another.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === STARTED_OVER_KEY && newValue) location.reload();
});

// A page restored from the back/forward cache has missed the `storage` events since it was left.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const before = store.get(startedOverAtom);
  reloadStored();
  if (store.get(startedOverAtom) !== before) location.reload();
});

export const setFurthest = (key: string): void => store.set(furthestAtom, key);
export const readFurthest = (): string => store.get(furthestAtom);
