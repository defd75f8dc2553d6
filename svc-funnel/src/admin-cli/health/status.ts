import type { PrismaClient } from '../../generated/prisma/client.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Command } from '../command.ts';
import { when } from '../text.ts';
import { findAll } from '../../health/find.ts';
import { FINDINGS, type Finding, type FindingKind } from '../../health/findings.ts';

interface Overview {
  readonly orders: number;
  readonly active: number;
  readonly finished: number;
  readonly stopped: number;
  readonly nextDueAt: Date | null;
  /** Stored requests for the first step. */
  readonly firstStepsAsked: number;
  readonly firstStepsConfirmed: number;
  readonly firstStepsEnded: number;
  readonly waiting: number;
  readonly oldestDueAt: Date | null;
  readonly sentToday: number;
  readonly jobs: number;
  readonly deadJobs: number;
  /** Within the last day. */
  readonly refusedSignatures: number;
  readonly refusedLinks: number;
}

const read = async (prisma: PrismaClient, now: Date): Promise<Overview> => {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [overview] = await prisma.$queryRaw<Overview[]>`
    SELECT (SELECT count(*)::int FROM funnel.orders) AS orders,
      count(*) FILTER (WHERE status = 'active')::int AS active, count(*) FILTER (WHERE status = 'finished')::int AS finished,
      count(*) FILTER (WHERE status = 'stopped')::int AS stopped, min(next_due_at) AS "nextDueAt",
      (SELECT count(*)::int FROM funnel.first_steps) AS "firstStepsAsked",
      (SELECT count(*)::int FROM funnel.first_steps WHERE confirmed_at IS NOT NULL) AS "firstStepsConfirmed",
      (SELECT count(*)::int FROM funnel.first_steps WHERE ended_at IS NOT NULL) AS "firstStepsEnded",
      (SELECT count(*)::int FROM funnel.deliveries WHERE status = 'queued') AS waiting,
      (SELECT min(due_at) FROM funnel.deliveries WHERE status = 'queued') AS "oldestDueAt",
      (SELECT count(*)::int FROM funnel.deliveries WHERE status = 'sent' AND sent_at > ${dayAgo}) AS "sentToday",
      (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts < max_attempts) AS jobs,
      (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL) AS "deadJobs",
      (SELECT coalesce(sum(count), 0)::int FROM funnel.refusals WHERE kind IN ('signature', 'mail_signature') AND hour > ${dayAgo}) AS "refusedSignatures",
      (SELECT coalesce(sum(count), 0)::int FROM funnel.refusals WHERE kind = 'link' AND hour > ${dayAgo}) AS "refusedLinks"
    FROM funnel.courses`;
  if (!overview) throw new Error('no answer');
  return overview;
};

const overviewLines = (overview: Overview): string[] => [
  `Orders          ${overview.orders}`,
  `Courses         ${overview.active} active, ${overview.finished} finished, ${overview.stopped} stopped; next lesson due ${when(overview.nextDueAt)}`,
  `First steps     ${overview.firstStepsAsked} asked for, ${overview.firstStepsConfirmed} confirmed, ${overview.firstStepsEnded} ended`,
  `Mails           ${overview.sentToday} sent within a day, ${overview.waiting} waiting; oldest due ${when(overview.oldestDueAt)}`,
  `Queue           ${overview.jobs} jobs, ${overview.deadJobs} given up`,
  `Refused         ${overview.refusedSignatures} webhook signatures, ${overview.refusedLinks} links within a day`,
];

const ORDER = Object.keys(FINDINGS) as FindingKind[];

const findingLines = ({ kind, count, examples }: Finding): string[] => [
  `${count}  ${FINDINGS[kind].what}`,
  ...examples.map((example) => `     ${example}`),
  ...(count > examples.length ? [`     and ${count - examples.length} more`] : []),
  `     -> ${FINDINGS[kind].todo}`,
];

export const showStatus: Command = {
  name: 'status',
  args: [],
  summary: 'the state of the shop, and what needs attention (exit code 1 if anything does)',
  options: { json: { type: 'boolean', help: 'as JSON, for a monitor' } },
  async run({ deps: { prisma, clock, lessons }, terminal, flag }) {
    const now = clock();
    const overview = await read(prisma, now);
    const findings = (await findAll(prisma, lessons(), now)).sort(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    );
    if (flag('json')) terminal.out(JSON.stringify({ at: now, ...overview, findings }, null, 2));
    else {
      const needs =
        findings.length === 0 ? ['Nothing needs attention.'] : ['Needs attention:', ...findings.flatMap(findingLines)];
      terminal.out([...overviewLines(overview), '', ...needs].join('\n'));
    }
    return findings.length === 0 ? 0 : 1;
  },
};
