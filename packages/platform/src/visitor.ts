import { SESSION_ID } from '@course/contracts';
import { newSessionId } from './session-id.ts';
import { reloadStored, store, storedAtom, useShared } from './stored-atom.ts';

/** Answer key -> option value or JSON text. Keys are opaque here: a new question needs no shell release. */
export type StoredAnswers = Readonly<Record<string, string>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isSessionId = (value: unknown): value is string => isText(value) && SESSION_ID.test(value);
const isAnswers = (value: unknown): value is StoredAnswers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);

export const SESSION_ID_KEY = 'session_id';
const sessionIdAtom = storedAtom(SESSION_ID_KEY, '', isSessionId);
const STARTED_OVER_KEY = 'started_over';
/** The id with which this browser's visitor began, where an earlier one started over. */
const startedOverAtom = storedAtom(STARTED_OVER_KEY, '', isText);
export const answersAtom = storedAtom<StoredAnswers>('quiz_responses', {}, isAnswers);
export const emailAtom = storedAtom('user_email', '', isText);
export const nameAtom = storedAtom('user_name', '', isText);
/** ISO time at which the quiz was completed. */
export const completedAtAtom = storedAtom('completed_at', '', isText);
const furthestAtom = storedAtom('furthest_step', '', isText);

export const useAnswers = (): StoredAnswers => useShared(answersAtom);
/** The answers as they are now, for handlers: a tap replayed right after hydration runs before the stored ones are rendered. */
export const readAnswers = (): StoredAnswers => store.get(answersAtom);
export const useEmail = (): string => useShared(emailAtom);
export const useName = (): string => useShared(nameAtom);
/** Key of the furthest step that the visitor reached, or an empty string. */
export const useFurthest = (): string => useShared(furthestAtom);

/** This browser's session id, made on first use. */
export const currentSessionId = (): string => store.get(sessionIdAtom) || adoptSessionId(newSessionId());

/** Takes another id, for when the old one belongs to another browser. */
export function adoptSessionId(id: string): string {
  store.set(sessionIdAtom, id);
  return id;
}

/** Takes the id of another visitor, with whom every other page of this browser begins anew. */
export function adoptNextVisitor(id: string): void {
  adoptSessionId(id);
  store.set(startedOverAtom, id);
}

// Somebody started over in another tab, or on a later page of this one. What stands in fields, waits in memory and was
// agreed to is the last visitor's, too, so the page begins anew. The id alone says nothing: the same visitor may get another.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === STARTED_OVER_KEY && newValue) location.reload();
});

// The back/forward cache gives a page back as it was left, and no `storage` event tells it what was stored since.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const before = store.get(startedOverAtom);
  reloadStored();
  if (store.get(startedOverAtom) !== before) location.reload();
});

export const setFurthest = (key: string): void => store.set(furthestAtom, key);
export const readFurthest = (): string => store.get(furthestAtom);
