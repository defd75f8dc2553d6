import type { Db } from '../platform/prisma.ts';

/** `forgotten`: retention deleted the session, and what it added to counts stays. */
export type ChangeKind = 'changed' | 'forgotten';

/**
 * Records that something which others count changed: where a session came from, its variant, its answers or its orders.
 * Call it in the transaction of those rows. `funnel.save_response` and statements that write one row do it themselves.
 * The reader looks up what is there now, so that an extra record does no harm.
 */
export async function recordChanges(
  db: Db,
  sessionIds: readonly string[],
  kind: ChangeKind = 'changed',
): Promise<void> {
  await db.$executeRaw`INSERT INTO funnel.changes (session_id, kind) SELECT unnest(${sessionIds}::text[]), ${kind}`;
}

/** Deletes what is recorded of sessions whose ids must not be kept. */
export async function eraseChanges(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.$executeRaw`DELETE FROM funnel.changes WHERE session_id = ANY (${sessionIds}::text[])`;
}
