import type { CourseLink } from '../generated/prisma/client.ts';
import type { Db } from '../platform/prisma.ts';
import type { LinkPurpose } from './purposes.ts';
import { hashToken, TOKEN } from './tokens.ts';

/** The stored link that a token opens, ended or not; null for anything that is not one of ours. */
export async function findLink(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<CourseLink | null> {
  if (!TOKEN.test(token)) return null;
  return db.courseLink.findFirst({
    where: { tokenHash: Uint8Array.from(hashToken(token)), purpose: { in: [...purposes] } },
  });
}
