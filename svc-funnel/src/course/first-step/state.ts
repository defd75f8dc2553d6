import { REMINDER_SUFFIX } from '@course/funnel';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/prisma.ts';
import type { RequestState } from '../mails/kinds.ts';
import type { PlanAnswers } from '@course/funnel/course';

/** A checkout that was opened and not paid, with the price that its page showed. */
export interface UnfinishedCheckout {
  readonly plan: string;
  readonly pricing: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A request for the first step, as it stands, with all that its mails are made of. */
export interface FirstStepState extends RequestState {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly answers: PlanAnswers;
  readonly checkout: UnfinishedCheckout | null;
}

/** SQL: the visitor still goes by the address that the consent of `request` is for. */
export const IS_CURRENT = Prisma.sql`EXISTS (
  SELECT 1 FROM funnel.sessions WHERE id = request.session_id AND coalesce(lower(email) = lower(request.email), true))`;

/** SQL: whoever asked by `request` has bought, or is just paying. */
export const HAS_BOUGHT = Prisma.sql`(
  EXISTS (SELECT 1 FROM funnel.orders WHERE session_id = request.session_id OR lower(email) = lower(request.email))
  OR EXISTS (SELECT 1 FROM funnel.courses WHERE lower(email) = lower(request.email))
  OR EXISTS (SELECT 1 FROM funnel.checkouts WHERE session_id = request.session_id AND status IN ('processing', 'paid')))`;

/** SQL: anything may be sent for `request`, as `isOpen` says it. */
export const IS_OPEN = Prisma.sql`(request.ended_at IS NULL AND ${IS_CURRENT} AND NOT ${HAS_BOUGHT})`;

/** SQL: the words that were consented to announced a reminder, as `allowsReminder` says it. */
export const ALLOWS_REMINDER = Prisma.sql`request.consent_version LIKE ${`%${REMINDER_SUFFIX}`}`;

/** Loads a request, with the checkout of that id if one is given; null when there is none. */
export async function loadFirstStep(
  db: Db,
  id: string,
  checkoutId: string | null = null,
): Promise<FirstStepState | null> {
  const [row] = await db.$queryRaw<FirstStepState[]>`
    SELECT request.id, request.email, visitor.name, visitor.time_zone AS "timeZone", request.consent_version AS "consentVersion",
      request.confirmed_at AS "confirmedAt", request.ended_at AS "endedAt", ${IS_CURRENT} AS "isCurrent", ${HAS_BOUGHT} AS "hasBought",
      (SELECT coalesce(jsonb_object_agg(question_key, answer_value), '{}') FROM funnel.responses WHERE session_id = request.session_id) AS answers,
      (SELECT jsonb_build_object('plan', plan, 'pricing', pricing, 'amountCents', amount_cents, 'currency', currency)
        FROM funnel.checkouts WHERE id = ${checkoutId}::uuid AND session_id = request.session_id) AS checkout
    FROM funnel.first_steps AS request JOIN funnel.sessions AS visitor ON visitor.id = request.session_id
    WHERE request.id = ${id}::uuid`;
  return row ?? null;
}
