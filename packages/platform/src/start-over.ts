import { send } from './http.ts';
import { newSessionId } from './session-id.ts';
import { createSession } from './session.ts';
import { forgetAllBut } from './storage.ts';
import { reloadStored } from './stored-atom.ts';
import { forgetViews } from './page-views/kept-views.ts';
import { adoptSessionId, currentSessionId, SESSION_ID_KEY } from './visitor.ts';

/**
 * Makes this browser a new visitor's: nothing that the last one gave stays on the device, and the session is another.
 * What the server stored stays there. Works at once, also offline; never throws.
 */
export function startOver(): void {
  const left = currentSessionId();
  forgetAllBut(SESSION_ID_KEY);
  forgetViews();
  // Replaced and never removed: another tab that finds no id would make one of its own.
  adoptSessionId(newSessionId());
  reloadStored();
  void changeSession(left);
}

/** The cookie goes even if the new session cannot be made now. */
async function changeSession(left: string): Promise<void> {
  await send('DELETE', `/api/sessions/${left}`, {}, { keepalive: true }).catch((error: unknown) =>
    console.warn('The session could not be left yet:', error),
  );
  if (!(await createSession())) addEventListener('online', () => void createSession(), { once: true });
}
