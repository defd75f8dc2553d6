import { ApiError } from '@course/contracts';
import type { Visitor } from '../platform/request.ts';

/** A write that names a session: the cookie must name the same one. */
export function mayWrite(visitor: Visitor | undefined, sessionId: string): void {
  if (!visitor) throw new ApiError('session_missing');
  if (visitor.sessionId !== sessionId) throw new ApiError('session_foreign');
}

/** A read of somebody else's session looks like a read of none. */
export function mayRead(visitor: Visitor | undefined, sessionId: string): void {
  if (visitor?.sessionId !== sessionId) throw new ApiError('session_unknown');
}
