import { setTimeout as pause } from 'node:timers/promises';
import { queueReminders } from '../../course/first-step/reminders.ts';
import { counted } from '../../course/mails/words.ts';
import { queueDueLessons } from '../../course/sending/due-lessons.ts';
import { queueDueRefunds } from '../../course/withdrawal/due-refunds.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { MOVED, readAhead } from '../../platform/sandbox-clock.ts';
import { type Command, type OwnerDeps, OwnerError, UsageError } from '../command.ts';
import { when } from '../text.ts';

const UNITS_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;
const DURATION = /^(\d{1,4})(m|h|d|w)$/;

/** Returns the milliseconds of `90m`, `6h`, `1d`, `2w`. Throws UsageError for anything else. */
export const durationMs = (text: string): number => {
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new UsageError(`${JSON.stringify(text)} is not a duration. Use 90m, 6h, 1d or 2w.`);
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
};

/** Throws OwnerError unless payments go to the sandbox, where no real money moves. */
const requireSandbox = ({ env: { payments } }: OwnerDeps): void => {
  if (payments.livemode)
    throw new OwnerError('The clock stays as it is: this shop has live keys. Only the sandbox has a clock that moves.');
  if (!payments.apiBase)
    throw new OwnerError(
      'The clock stays as it is: payments go to Stripe itself. Only the sandbox has a clock that moves (npm start without keys).',
    );
};

const describe = (aheadMs: number, now: Date): string => {
  const days = Math.floor(aheadMs / DAY_MS);
  const hours = ((aheadMs % DAY_MS) / HOUR_MS).toFixed(1).replace(/\.0$/, '');
  return aheadMs === 0
    ? `The clock shows ${when(now)}, the real time.`
    : `The clock shows ${when(now)}: ${counted(days, 'day')} and ${hours} h ahead.`;
};

/** Moves the clock ahead. The queue runs in real time, so retries that fall into the skipped time are made due. */
const skip = (prisma: PrismaClient, ms: number): Promise<unknown> =>
  prisma.$transaction([
    prisma.$executeRaw`UPDATE funnel.sandbox_clock SET ahead_ms = ahead_ms + ${ms}`,
    prisma.$executeRaw`SELECT pg_notify(${MOVED}, '')`,
    prisma.$queryRaw`
      SELECT count(*)::int AS moved FROM graphile_worker.jobs AS job, LATERAL graphile_worker.reschedule_jobs(
        ARRAY[job.id], run_at => greatest(job.run_at - ${ms} * interval '1 millisecond', now()))
      WHERE job.run_at > now() AND job.locked_at IS NULL`,
  ]);

/** Small enough that every lesson that falls due on the way can still be sent on its day. */
const STEP_MS = 6 * HOUR_MS;
const SENT_WITHIN_MS = 10_000;
const POLL_MS = 100;

/** Waits until queued lessons are sent, because a lesson that still waits holds back the next one. */
const untilSent = async (prisma: PrismaClient): Promise<void> => {
  const deadline = Date.now() + SENT_WITHIN_MS;
  while (
    Date.now() < deadline &&
    (await prisma.delivery.count({ where: { kind: 'lesson', status: 'queued', lastError: null } })) > 0
  )
    await pause(POLL_MS);
};

const advance = async ({ prisma, env }: OwnerDeps, ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await skip(prisma, Math.min(left, STEP_MS));
    const now = new Date(Date.now() + (await readAhead(prisma)));
    await queueDueRefunds(prisma, now);
    await queueReminders(prisma, now);
    if ((await queueDueLessons(prisma, { now, sendHour: env.course.sendHour })) > 0) await untilSent(prisma);
  }
};

export const showClock: Command = {
  name: 'clock show',
  args: [],
  summary: "the sandbox's clock",
  async run({ deps, terminal }) {
    requireSandbox(deps);
    const aheadMs = await readAhead(deps.prisma);
    terminal.out(describe(aheadMs, new Date(Date.now() + aheadMs)));
  },
};

export const advanceClock: Command = {
  name: 'clock advance',
  args: ['<time>'],
  summary: 'moves the clock ahead by 90m, 6h, 1d, 2w (sandbox only)',
  notes: ['Does what falls due on the way, one lesson a day. The clock cannot be moved back.'],
  asks: true,
  async run({ deps, terminal, args: [length = ''], confirm }) {
    requireSandbox(deps);
    const ms = durationMs(length);
    const before = await readAhead(deps.prisma);
    await confirm([
      describe(before, new Date(Date.now() + before)),
      `It will move ${length} ahead, and cannot be moved back.`,
    ]);
    await advance(deps, ms);
    terminal.out(describe(before + ms, new Date(Date.now() + before + ms)));
  },
};
