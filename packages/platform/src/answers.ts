import { post } from './outbox.ts';
import { onSessionMoved } from './session.ts';
import { isForgetful } from './storage.ts';
import { store } from './stored-atom.ts';
import { answersAtom, completedAtAtom, emailAtom, nameAtom } from './visitor.ts';

const postAnswer = (key: string, value: string): void =>
  post({
    method: 'POST',
    path: '/api/responses',
    topic: `answer:${key}`,
    body: { sessionId: '', questionNumber: key, answerValue: value },
  });

let hearForgetful: () => void = () => {};

/** Registers who is told, once, that the visitor gave something which this browser will not keep. */
export const onForgetful = (listener: () => void): void => {
  hearForgetful = listener;
};

function warnWhenForgetful(): void {
  if (!isForgetful()) return;
  hearForgetful();
  hearForgetful = () => {};
}

const patchSession = (topic: string, body: Record<string, unknown>): void =>
  post({ method: 'PATCH', path: '/api/sessions/{session}', topic, body });

/** Saves an answer here, then sends it. The network is never waited for. */
export function saveAnswer(key: string, value: string): void {
  store.set(answersAtom, { ...store.get(answersAtom), [key]: value });
  warnWhenForgetful();
  postAnswer(key, value);
}

export function saveEmail(email: string): void {
  store.set(emailAtom, email);
  warnWhenForgetful();
  patchSession('email', { email });
}

/** Saves the name and marks the quiz as completed now. */
export function saveName(name: string): void {
  store.set(nameAtom, name);
  warnWhenForgetful();
  store.set(completedAtAtom, new Date().toISOString());
  patchName();
}

const patchName = (): void =>
  patchSession('name', { name: store.get(nameAtom), completedAt: store.get(completedAtAtom) || undefined });

onSessionMoved(() => {
  for (const [key, value] of Object.entries(store.get(answersAtom))) postAnswer(key, value);
  if (store.get(emailAtom)) patchSession('email', { email: store.get(emailAtom) });
  if (store.get(nameAtom)) patchName();
});
