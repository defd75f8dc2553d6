import { DAY_MS } from '../../platform/clock.ts';
import type { WarmUp } from '../../platform/mail-settings.ts';
import type { Db } from '../../platform/prisma.ts';
import { sendTaskOf } from '../deliveries/queue-mail.ts';
import type { MailKind } from '../mails/mail.ts';

/** The share of a day's limit that lessons may use: the rest is for mails that someone is waiting for. */
const LESSONS_SHARE = 0.8;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns when the next day of the warm-up begins, in UTC. */
const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** The `last_error` of a mail that waits for the next day. */
export const HELD_FOR_WARM_UP = 'held for the warm-up';

/**
 * Returns when to send a mail that found today's limit reached: a lesson at its reader's hour on the next day, any
 * other mail as soon as that day begins, so that it goes first.
 */
export function heldUntil({ kind, dueAt }: { readonly kind: MailKind; readonly dueAt: Date }, now: Date): Date {
  const next = nextDay(now);
  if (sendTaskOf(kind) !== 'send-lesson') return next;
  const days = Math.ceil((next.getTime() - dueAt.getTime()) / DAY_MS);
  return new Date(dueAt.getTime() + days * DAY_MS);
}

/**
 * Returns how many mails may be sent on the day of `now`, in UTC; null once the warm-up is over. Before its first day,
 * the first amount applies.
 */
export function amountOn({ from, amounts }: WarmUp, now: Date): number | null {
  const day = Math.floor((now.getTime() - Date.parse(from)) / DAY_MS);
  return amounts[Math.max(0, day)] ?? null;
}

/** Returns the day's limit for mails of this kind. */
export const limitFor = (kind: MailKind, amount: number): number =>
  sendTaskOf(kind) === 'send-lesson' ? Math.max(1, Math.floor(amount * LESSONS_SHARE)) : amount;

/** One mail's slot in today's limit, released if the mail was not accepted. */
export interface Slot {
  release(db: Db): Promise<void>;
}

/** The slot of a mail that does not count towards a limit. */
export const UNCOUNTED_SLOT: Slot = { release: () => Promise.resolve() };

/**
 * Takes a slot in today's limit, which all processes share; null if none is left for this kind. A process that dies
 * keeps its slot, so the day may send one mail fewer but never one more.
 */
export async function takeSlot(
  db: Db,
  warmUp: WarmUp | undefined,
  { kind, now }: { readonly kind: MailKind; readonly now: Date },
): Promise<Slot | null> {
  const amount = warmUp && amountOn(warmUp, now);
  if (amount === undefined || amount === null) return UNCOUNTED_SLOT;
  const day = dayOf(now);
  const taken = await db.$executeRaw`
    INSERT INTO funnel.mail_days (day, sent) VALUES (${day}::date, 1)
    ON CONFLICT (day) DO UPDATE SET sent = funnel.mail_days.sent + 1 WHERE funnel.mail_days.sent < ${limitFor(kind, amount)}`;
  if (taken === 0) return null;
  return {
    release: async (releaseDb) => {
      await releaseDb.$executeRaw`UPDATE funnel.mail_days SET sent = sent - 1 WHERE day = ${day}::date AND sent > 0`;
    },
  };
}
