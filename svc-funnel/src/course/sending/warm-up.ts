import { DAY_MS } from '../../platform/clock.ts';
import type { WarmUp } from '../../platform/mail-settings.ts';
import type { Db } from '../../platform/prisma.ts';
import { sendTaskOf } from '../deliveries/queue-mail.ts';
import type { MailKind } from '../mails/mail.ts';

/** Of a day's amount, the share that lessons may use: the rest is for what somebody waits for. */
const LESSONS_SHARE = 0.8;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** When the next day of the warm-up begins. */
const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** The `last_error` of a mail that waits for the next day's amount. */
export const HELD_FOR_WARM_UP = 'held for the warm-up';

/**
 * When a mail goes that found today's amount used up: lessons at their reader's own hour of the next day, all others as
 * soon as that day begins, so that they are the first.
 */
export function heldUntil({ kind, dueAt }: { readonly kind: MailKind; readonly dueAt: Date }, now: Date): Date {
  const next = nextDay(now);
  if (sendTaskOf(kind) !== 'send-lesson') return next;
  const days = Math.ceil((next.getTime() - dueAt.getTime()) / DAY_MS);
  return new Date(dueAt.getTime() + days * DAY_MS);
}

/** How many mails may leave on the day of `now`, in UTC; null once the warm-up is over. Before its first day: the first amount. */
export function amountOn({ from, amounts }: WarmUp, now: Date): number | null {
  const day = Math.floor((now.getTime() - Date.parse(from)) / DAY_MS);
  return amounts[Math.max(0, day)] ?? null;
}

/** Up to which number of the day's mails one of this kind may go. */
export const boundFor = (kind: MailKind, amount: number): number =>
  sendTaskOf(kind) === 'send-lesson' ? Math.max(1, Math.floor(amount * LESSONS_SHARE)) : amount;

/** One mail's place in today's amount, given back when the mail was not accepted. */
export interface Place {
  giveBack(db: Db): Promise<void>;
}

/** Outside the warm-up nothing is counted. */
export const FREE_PLACE: Place = { giveBack: () => Promise.resolve() };

/**
 * Takes a place in today's amount, over all processes; null when there is none left for this kind. A process that dies
 * keeps the place: the day may send one mail less, never one more.
 */
export async function takePlace(
  db: Db,
  warmUp: WarmUp | undefined,
  { kind, now }: { readonly kind: MailKind; readonly now: Date },
): Promise<Place | null> {
  const amount = warmUp && amountOn(warmUp, now);
  if (amount === undefined || amount === null) return FREE_PLACE;
  const day = dayOf(now);
  const taken = await db.$executeRaw`
    INSERT INTO funnel.mail_days (day, sent) VALUES (${day}::date, 1)
    ON CONFLICT (day) DO UPDATE SET sent = funnel.mail_days.sent + 1 WHERE funnel.mail_days.sent < ${boundFor(kind, amount)}`;
  if (taken === 0) return null;
  return {
    giveBack: async (giver) => {
      await giver.$executeRaw`UPDATE funnel.mail_days SET sent = sent - 1 WHERE day = ${day}::date AND sent > 0`;
    },
  };
}
