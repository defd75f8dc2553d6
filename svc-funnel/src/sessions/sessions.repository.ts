import { Injectable } from '@nestjs/common';
import type { CreateSession } from '@course/contracts';
import type { Session } from '../generated/prisma/client.ts';
import { PrismaService } from '../platform/prisma.ts';

/** What a browser says of itself, and whether the owner's mark is on it. */
export type NewSession = CreateSession & Pick<Session, 'notCounted'>;

/** What a visitor may change later. */
export type SessionChange = Partial<Pick<Session, 'email' | 'name' | 'completedAt'>>;

const jsonOf = (texts: Record<string, string> | undefined): string | null => (texts ? JSON.stringify(texts) : null);

@Injectable()
export class SessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null also for one that its browser has let go of. */
  find(id: string): Promise<Session | null> {
    return this.prisma.session.findUnique({ where: { id, releasedAt: null } });
  }

  /** From now on no cookie binds a browser to it; what is stored stays. */
  async release(id: string, now: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id, releasedAt: null }, data: { releasedAt: now } });
  }

  /** Stores a new session and records the change. True if the id was free. */
  async insert({ id, timeZone, utm, clickIds, variant, notCounted }: NewSession): Promise<boolean> {
    const inserted = await this.prisma.$executeRaw`
      WITH inserted AS (
        INSERT INTO funnel.sessions (id, time_zone, utm, click_ids, variant, not_counted)
        VALUES (${id}, ${timeZone ?? null}, ${jsonOf(utm)}::jsonb, ${jsonOf(clickIds)}::jsonb, ${variant ?? null}, ${notCounted})
        ON CONFLICT DO NOTHING RETURNING id
      )
      INSERT INTO funnel.changes (session_id) SELECT id FROM inserted`;
    return inserted === 1;
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

  /** Whether there is such a session. */
  async update(id: string, change: SessionChange): Promise<boolean> {
    const { count } = await this.prisma.session.updateMany({ where: { id, releasedAt: null }, data: change });
    return count === 1;
  }
}
