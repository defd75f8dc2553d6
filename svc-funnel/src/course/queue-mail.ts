import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/prisma.ts';
import { enqueueSend } from './enqueue-send.ts';
import { messageIdOf } from './message-id.ts';
import type { MailDetails, MailKind } from './mail-kind.ts';

export interface QueuedMail {
  /** Null for what the owner is told about the whole. */
  readonly orderId: string | null;
  readonly kind: Exclude<MailKind, 'lesson'>;
  readonly details?: MailDetails;
  readonly now: Date;
}

/** Writes a mail's row and its job into the caller's transaction. Answers the delivery's id. */
export async function queueMail(db: Db, { orderId, kind, details, now }: QueuedMail): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    orderId,
    kind,
    messageId: messageIdOf(id),
    status: 'queued',
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  };
  await db.delivery.create({ data: { ...row, ...(details && { details }) }, select: { id: true } });
  await enqueueSend(db, { id, kind });
  return id;
}
