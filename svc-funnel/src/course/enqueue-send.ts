import type { Db } from '../platform/prisma.ts';
import { enqueue } from '../queue/enqueue.ts';
import type { TaskName } from '../queue/tasks.ts';
import type { MailKind } from './mail-kind.ts';

/** Lessons come by the thousand and have a lane of their own: what somebody waits for never stands behind them. */
export const sendTaskOf = (kind: MailKind): Extract<TaskName, 'send' | 'send-lesson'> =>
  kind === 'lesson' ? 'send-lesson' : 'send';

/** The key of the one job that sends a delivery. */
export const sendKeyOf = (deliveryId: string): string => `send:${deliveryId}`;

/** Adds the job that sends a delivery to the caller's transaction. */
export const enqueueSend = (db: Db, { id, kind }: { readonly id: string; readonly kind: MailKind }): Promise<void> =>
  enqueue(db, sendTaskOf(kind), { deliveryId: id }, { key: sendKeyOf(id) });
