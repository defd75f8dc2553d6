import { Injectable } from '@nestjs/common';
import type { CreateSession } from '@course/contracts';
import type { Session } from '../generated/prisma/client.ts';
import { PrismaService } from '../platform/prisma.ts';

/** What a browser says of itself, and whether the owner's mark is on it. */
export type NewSession = CreateSession & Pick<Session, 'notCounted'>;

/** What a visitor may change later. */
export type SessionChange = Partial<Pick<Session, 'email' | 'name' | 'completedAt'>>;

/** Prepared once a connection: every visit makes these calls. */
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

  /** Returns null also for one that its browser has let go of. */
  find(id: string): Promise<Session | null> {
    return this.prisma.session.findUnique({ where: { id, releasedAt: null } });
  }

  /** Returns false also for one that its browser has let go of. */
  exists(id: string): Promise<boolean> {
    return this.#affectsOne(EXISTS, [id]);
  }

  /** From now on no cookie binds a browser to it; what is stored stays. */
  async release(id: string, now: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id, releasedAt: null }, data: { releasedAt: now } });
  }

  /** Stores a new session and records the change. True if the id was free. */
  insert({ id, timeZone, utm, clickIds, variant, notCounted }: NewSession): Promise<boolean> {
    return this.#affectsOne(INSERT, [id, timeZone ?? null, jsonOf(utm), jsonOf(clickIds), variant ?? null, notCounted]);
  }

  /** Stores what a later visit said of its origin, and records the change; what it did not say stays. */
  async updateOrigin(id: string, { utm, clickIds }: Pick<CreateSession, 'utm' | 'clickIds'>): Promise<void> {
    await this.prisma.$executeRaw`
      WITH updated AS (
        UPDATE funnel.sessions
        SET utm = coalesce(${jsonOf(utm)}::jsonb, utm), click_ids = coalesce(${jsonOf(clickIds)}::jsonb, click_ids), updated_at = now()
        WHERE id = ${id} RETURNING id
      )
      INSERT INTO funnel.changes (session_id) SELECT id FROM updated`;
  }

  /** Stores what is given; the rest stays. Returns whether there is such a session. */
  update(id: string, { email, name, completedAt }: SessionChange): Promise<boolean> {
    return this.#affectsOne(UPDATE, [id, email ?? null, name ?? null, completedAt ?? null]);
  }

  async #affectsOne(statement: { name: string; text: string }, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.prisma.pool.query({ ...statement, values });
    return rowCount === 1;
  }
}
