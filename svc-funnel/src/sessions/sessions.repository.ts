import { Injectable } from '@nestjs/common';
import type { CreateSession } from '@course/contracts';
import type { Session } from '../generated/prisma/client.ts';
import { PrismaService } from '../platform/prisma.ts';

/** What a browser says of itself, and whether the owner's mark is on it. */
export type NewSession = CreateSession & Pick<Session, 'notCounted'>;

/** What a visitor may change later. */
export type SessionChange = Partial<Pick<Session, 'email' | 'name' | 'completedAt'>>;

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

  /** Whether the id was free. */
  async insert(session: NewSession): Promise<boolean> {
    const { count } = await this.prisma.session.createMany({ data: [session], skipDuplicates: true });
    return count === 1;
  }

  /** Keeps what a later visit said about the way here; what it did not say stays. */
  async noteWay(id: string, { utm, clickIds }: Pick<CreateSession, 'utm' | 'clickIds'>): Promise<void> {
    await this.prisma.session.updateMany({
      where: { id },
      data: { ...(utm && { utm }), ...(clickIds && { clickIds }) },
    });
  }

  /** Whether there is such a session. */
  async update(id: string, change: SessionChange): Promise<boolean> {
    const { count } = await this.prisma.session.updateMany({ where: { id, releasedAt: null }, data: change });
    return count === 1;
  }
}
