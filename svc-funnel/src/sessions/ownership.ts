import { ApiError } from '@course/contracts';
import type { Visitor } from '../platform/request.ts';

/** Throws unless the cookie is that of the session to be written. */
export function requireWriteAccess(visitor: Visitor | undefined, sessionId: string): void {
  if (!visitor) throw new ApiError('session_missing');
  if (visitor.sessionId !== sessionId) throw new ApiError('session_foreign');
}

/** Throws `session_unknown` for somebody else's session, as if it did not exist. */
export function requireReadAccess(visitor: Visitor | undefined, sessionId: string): void {
  if (visitor?.sessionId !== sessionId) throw new ApiError('session_unknown');
}
