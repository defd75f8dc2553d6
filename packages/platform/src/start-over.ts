import { send } from './http.ts';
import { newSessionId } from './session-id.ts';
import { createSession, whileSessionChanges } from './session.ts';
import { forgetAllBut } from './storage.ts';
import { reloadStored } from './stored-atom.ts';
import { forgetViews } from './page-views/kept-views.ts';
import { adoptNextVisitor, currentSessionId, SESSION_ID_KEY } from './visitor.ts';

/**
 * Makes this browser a new visitor's: nothing that the last one gave stays on the device, and the session is another.
 * What the server stored stays there. Works at once, also offline; never throws.
 */
export function startOver(): void {
  const left = currentSessionId();
  forgetAllBut(SESSION_ID_KEY);
  forgetViews();
  // Before other tabs begin anew: they create no session until this one has left the old one.
  const leaving = leaveSession(left);
  // Replaced and never removed: another tab that finds no id would make one of its own.
  adoptNextVisitor(newSessionId());
  reloadStored();
  void leaving.then(createNext);
}

/** The cookie goes even if the new session cannot be made now. */
function leaveSession(id: string): Promise<unknown> {
  // Sent at once, without waiting for its turn: the page may be closed next.
  const leaving = send('DELETE', `/api/sessions/${id}`, {}, { keepalive: true }).catch((error: unknown) =>
    console.warn('The session could not be left yet:', error),
  );
  return whileSessionChanges(() => leaving);
}

async function createNext(): Promise<void> {
  if (!(await createSession())) addEventListener('online', () => void createSession(), { once: true });
}
