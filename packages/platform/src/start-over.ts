import { send } from './http.ts';
import { newSessionId } from './session-id.ts';
import { createSession, withSessionLock } from './session.ts';
import { forgetAllBut } from './storage.ts';
import { reloadStored } from './stored-atom.ts';
import { forgetViews } from './page-views/kept-views.ts';
import { adoptNextVisitor, currentSessionId, SESSION_ID_KEY } from './visitor.ts';

/**
 * Prepares this browser for a new visitor: removes everything that the last one entered from the device, and takes a
 * new session. What the server has stored stays there. Takes effect at once, even offline; never throws.
 */
export function startOver(): void {
  const previousId = currentSessionId();
  forgetAllBut(SESSION_ID_KEY);
  forgetViews();
  // Before other tabs reload: they create no session until this one has ended the old one.
  const ended = endSession(previousId);
  // Replaced, never removed: another tab that finds no id would make one of its own.
  adoptNextVisitor(newSessionId());
  reloadStored();
  void ended.then(createNext);
}

/** Removes the session's cookie, even if the new session cannot be created now. */
function endSession(id: string): Promise<unknown> {
  // Sent at once, without waiting for the lock: the page may be about to close.
  const ended = send('DELETE', `/api/sessions/${id}`, {}, { keepalive: true }).catch((error: unknown) =>
    console.warn('The old session could not be ended yet:', error),
  );
  return withSessionLock(() => ended);
}

async function createNext(): Promise<void> {
  if (!(await createSession())) addEventListener('online', () => void createSession(), { once: true });
}
