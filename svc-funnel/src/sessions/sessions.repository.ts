import { Injectable } from '@nestjs/common';
import type { CreateSession } from '@course/contracts';
import type { Session } from '../generated/prisma/client.ts';
import { PrismaService } from '../platform/prisma.ts';

/** What a browser sends about itself, and whether it has the owner's mark. */
export type NewSession = CreateSession & Pick<Session, 'excluded'>;

/** What a visitor may change later. */
export type SessionChange = Partial<Pick<Session, 'email' | 'name' | 'completedAt'>>;

/** Prepared once per connection: every visit makes these calls. */
const INSERT = {
  name: 'insert-session',
  text: `
    WITH inserted AS (
      INSERT INTO funnel.sessions (id, time_zone, utm, click_ids, variant, not_counted)
      VALUES ($1, $2, $3::jsonb, $4::jsonb, $5, $6)
      ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO funnel.changes (session_id) SELECT id FROM inserted`,
};
const UPDATE = {
  name: 'update-session',
  text: `
    UPDATE funnel.sessions
    SET email = coalesce($2, email), name = coalesce($3, name), completed_at = coalesce($4, completed_at), updated_at = now()
    WHERE id = $1 AND released_at IS NULL`,
};
const EXISTS = {
  name: 'session-exists',
  text: 'SELECT FROM funnel.sessions WHERE id = $1 AND released_at IS NULL',
};

const jsonOf = (texts: Record<string, string> | undefined): string | null => (texts ? JSON.stringify(texts) : null);

@Injectable()
export class SessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns null for a released session, too. */
  find(id: string): Promise<Session | null> {
    return this.prisma.session.findUnique({ where: { id, releasedAt: null } });
  }

  /** Returns false for a released session, too. */
  exists(id: string): Promise<boolean> {
    return this.#affectsOne(EXISTS, [id]);
  }

  /** Makes the session's cookies invalid; what is stored stays. */
  async release(id: string, now: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id, releasedAt: null }, data: { releasedAt: now } });
  }

  /** Stores a new session and records the change. Returns true if the id was free. */
  insert({ id, timeZone, utm, clickIds, variant, excluded }: NewSession): Promise<boolean> {
    return this.#affectsOne(INSERT, [id, timeZone ?? null, jsonOf(utm), jsonOf(clickIds), variant ?? null, excluded]);
  }

  /** Stores where a later visit came from, and records the change. Fields that it does not have stay unchanged. */
  async updateOrigin(id: string, { utm, clickIds }: Pick<CreateSession, 'utm' | 'clickIds'>): Promise<void> {
    await this.prisma.$executeRaw`
      WITH updated AS (
        UPDATE funnel.sessions
        SET utm = coalesce(${jsonOf(utm)}::jsonb, utm), click_ids = coalesce(${jsonOf(clickIds)}::jsonb, click_ids), updated_at = now()
        WHERE id = ${id} RETURNING id
      )
      INSERT INTO funnel.changes (session_id) SELECT id FROM updated`;
  }

  /** Stores the given fields; the others stay unchanged. Returns true if there is such a session. */
  update(id: string, { email, name, completedAt }: SessionChange): Promise<boolean> {
    return this.#affectsOne(UPDATE, [id, email ?? null, name ?? null, completedAt ?? null]);
  }

  async #affectsOne(statement: { name: string; text: string }, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.prisma.pool.query({ ...statement, values });
    return rowCount === 1;
  }
}
