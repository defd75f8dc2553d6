import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type PatchSession } from '@course/contracts';
import { plausibleTime, type Clock } from '../platform/clock.ts';
import type { Visitor } from '../platform/request.ts';
import { CLOCK } from '../platform/tokens.ts';
import { requireReadAccess, requireWriteAccess } from './ownership.ts';
import { SessionsRepository, type NewSession, type SessionChange } from './sessions.repository.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * `created`: the id was free. `known`: it is already this browser's. Throws `session_taken` if it is another
   * browser's.
   */
  async create(visitor: Visitor | undefined, session: NewSession): Promise<'created' | 'known'> {
    if (await this.sessions.insert(session)) return 'created';
    if (visitor?.sessionId !== session.id || !(await this.sessions.exists(session.id)))
      throw new ApiError('session_taken');
    if (session.utm || session.clickIds) await this.sessions.updateOrigin(session.id, session);
    return 'known';
  }

  /** Releases the browser's own session permanently, including all copies of its cookie. */
  async release(visitor: Visitor | undefined, id: string): Promise<void> {
    requireWriteAccess(visitor, id);
    await this.sessions.release(id, this.clock());
  }

  async check(visitor: Visitor | undefined, id: string): Promise<void> {
    requireReadAccess(visitor, id);
    if (!(await this.sessions.exists(id))) throw new ApiError('session_unknown');
  }

  async change(visitor: Visitor | undefined, id: string, patch: PatchSession): Promise<void> {
    requireWriteAccess(visitor, id);
    if (!(await this.sessions.update(id, this.#toChange(patch)))) throw new ApiError('session_unknown');
  }

  #toChange({ email, name, completedAt }: PatchSession): SessionChange {
    return {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(completedAt !== undefined && { completedAt: plausibleTime(completedAt, this.clock()) }),
    };
  }
}
