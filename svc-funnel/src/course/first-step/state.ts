import { REMINDER_SUFFIX } from '@course/funnel';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import type { FirstStepState } from '../mails/loaded-delivery.ts';

/** SQL: the visitor still uses the address that the consent of `request` covers. */
const IS_CURRENT = Prisma.sql`EXISTS (
  SELECT 1 FROM funnel.sessions WHERE id = request.session_id AND coalesce(lower(email) = lower(request.email), true))`;

/** SQL: the visitor or the address of `request` has bought, or the visitor is paying now. */
const HAS_BOUGHT = Prisma.sql`(
  EXISTS (SELECT 1 FROM funnel.orders WHERE session_id = request.session_id OR lower(email) = lower(request.email))
  OR EXISTS (SELECT 1 FROM funnel.courses WHERE lower(email) = lower(request.email))
  OR EXISTS (SELECT 1 FROM funnel.checkouts WHERE session_id = request.session_id AND status IN ('processing', 'paid')))`;

/** SQL: mails may be sent for `request`. */
export const IS_OPEN = Prisma.sql`(request.ended_at IS NULL AND ${IS_CURRENT} AND NOT ${HAS_BOUGHT})`;

/** SQL: the wording of the consent announced a reminder. */
export const ALLOWS_REMINDER = Prisma.sql`request.consent_version LIKE ${`%${REMINDER_SUFFIX}`}`;

/** Loads a request, with a checkout if its id is given; null if there is no such request. */
export async function loadFirstStep(
  db: Db,
  id: string,
  checkoutId: string | null = null,
): Promise<FirstStepState | null> {
  const [row] = await db.$queryRaw<FirstStepState[]>`
    SELECT request.id, request.email, visitor.name, visitor.time_zone AS "timeZone", request.confirmed_at AS "confirmedAt",
      ${IS_OPEN} AS "isOpen", ${ALLOWS_REMINDER} AS "allowsReminder",
      (SELECT coalesce(jsonb_object_agg(question_key, answer_value), '{}') FROM funnel.responses WHERE session_id = request.session_id) AS answers,
      (SELECT jsonb_build_object('plan', plan, 'pricing', pricing, 'amountCents', amount_cents, 'currency', currency)
        FROM funnel.checkouts WHERE id = ${checkoutId}::uuid AND session_id = request.session_id) AS checkout
    FROM funnel.first_steps AS request JOIN funnel.sessions AS visitor ON visitor.id = request.session_id
    WHERE request.id = ${id}::uuid`;
  return row ?? null;
}
