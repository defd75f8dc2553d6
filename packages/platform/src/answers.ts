import { post } from './outbox.ts';
import { resendsAtom } from './session.ts';
import { isStorageUnavailable } from './storage.ts';
import { sharedAtom, store } from './stored-atom.ts';
import { answersAtom, completedAtAtom, emailAtom, nameAtom } from './visitor.ts';

const postAnswer = (key: string, value: string): void =>
  post({
    method: 'POST',
    path: '/api/responses',
    topic: `answer:${key}`,
    body: { sessionId: '', questionNumber: key, answerValue: value },
  });

/** True once the visitor has entered something that this browser refused to store. */
export const storageUnavailableAtom = sharedAtom(false);

const updateStorageUnavailable = (): void => store.set(storageUnavailableAtom, isStorageUnavailable());

const patchSession = (topic: string, body: Record<string, unknown>): void =>
  post({ method: 'PATCH', path: '/api/sessions/{session}', topic, body });

/** Saves an answer on this device, then sends it. Never waits for the network. */
export function saveAnswer(key: string, value: string): void {
  store.set(answersAtom, { ...store.get(answersAtom), [key]: value });
  updateStorageUnavailable();
  postAnswer(key, value);
}

export function saveEmail(email: string): void {
  store.set(emailAtom, email);
  updateStorageUnavailable();
  patchSession('email', { email });
}

/** Saves the name and marks the quiz as completed now. */
export function saveName(name: string): void {
  store.set(nameAtom, name);
  updateStorageUnavailable();
  store.set(completedAtAtom, new Date().toISOString());
  patchName();
}

const patchName = (): void =>
  patchSession('name', { name: store.get(nameAtom), completedAt: store.get(completedAtAtom) || undefined });

store.sub(resendsAtom, () => {
  for (const [key, value] of Object.entries(store.get(answersAtom))) postAnswer(key, value);
  if (store.get(emailAtom)) patchSession('email', { email: store.get(emailAtom) });
  if (store.get(nameAtom)) patchName();
});
