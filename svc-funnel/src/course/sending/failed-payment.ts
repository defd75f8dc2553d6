import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import type { FailedPayment } from '../mails/delivery.ts';

export async function loadFailedPayment(db: Db, checkoutId: string): Promise<FailedPayment | null> {
  const [row] = await db.$queryRaw<FailedPayment[]>`
    SELECT failed.id AS "checkoutId", failed.email, failed.name, failed.plan, failed.amount_cents AS "amountCents", failed.currency,
      failed.time_zone AS "timeZone", failed.created_at AS "orderedAt",
      failed.status <> 'failed'
        OR EXISTS (SELECT 1 FROM funnel.orders AS bought WHERE bought.paid_at > failed.created_at
          AND lower(failed.email) IN (lower(bought.email), lower(bought.funnel_email), lower(bought.form_email)))
        OR EXISTS (SELECT 1 FROM funnel.checkouts AS other WHERE other.status = 'processing' AND lower(other.email) = lower(failed.email)) AS "isSuperseded"
    FROM funnel.checkouts AS failed WHERE failed.id = ${checkoutId}::uuid`;
  return row ?? null;
}

/** Erases the sender's name and answers from the checkout: the course does not begin, and the mail is settled. */
export const forgetSender = async (db: Db, { checkoutId }: FailedPayment): Promise<void> => {
  await db.checkout.updateMany({ where: { id: checkoutId }, data: { name: null, planAnswers: Prisma.DbNull } });
};
