import type { Db } from '../platform/prisma.ts';

/** `forgotten`: retention deleted the session, but what it added to counts stays. */
export type ChangeKind = 'changed' | 'forgotten';

/**
 * Records that something changed that analytics counts: a session's campaign, variant, answers or orders. Call it in
 * the transaction that writes those rows. `funnel.save_response` and statements that write one row do it themselves.
 * The reader looks up the current rows, so an extra record does no harm.
 */
export async function recordChanges(
  db: Db,
  sessionIds: readonly string[],
  kind: ChangeKind = 'changed',
): Promise<void> {
  await db.$executeRaw`INSERT INTO funnel.changes (session_id, kind) SELECT unnest(${sessionIds}::text[]), ${kind}`;
}

/** Deletes the records of sessions whose ids must not be kept. */
export async function eraseChanges(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.$executeRaw`DELETE FROM funnel.changes WHERE session_id = ANY (${sessionIds}::text[])`;
}
