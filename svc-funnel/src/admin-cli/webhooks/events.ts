import { counted } from '../../course/mails/words.ts';
import type { PaymentEvent } from '../../generated/prisma/client.ts';
import { type Command, type OwnerDeps, OwnerError, UsageError } from '../command.ts';
import { table, when } from '../text.ts';

/** Outcomes of stored events that have had no effect so far. */
const FAILED = ['received', 'refused', 'unknown_checkout'];
const LIMIT = 50;

type Listed = Pick<PaymentEvent, 'id' | 'type' | 'outcome' | 'reason' | 'receivedAt' | 'checkoutId'>;

const fields = { id: true, type: true, outcome: true, reason: true, receivedAt: true, checkoutId: true } as const;

const failed = ({ prisma }: OwnerDeps): Promise<Listed[]> =>
  prisma.paymentEvent.findMany({
    where: { outcome: { in: FAILED } },
    select: fields,
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
  });

const rowOf = ({ id, type, outcome, reason, receivedAt, checkoutId }: Listed): string[] => [
  id,
  type,
  outcome,
  when(receivedAt),
  checkoutId ?? '-',
  reason ?? '',
];

export const listEvents: Command = {
  name: 'webhook list',
  args: [],
  summary: 'payment events that had no effect: refused, or for a checkout that is not ours',
  options: { all: { type: 'boolean', help: `the latest ${LIMIT} of every outcome` } },
  async run({ deps, terminal, flag }) {
    const events = flag('all')
      ? await deps.prisma.paymentEvent.findMany({ select: fields, orderBy: { receivedAt: 'desc' }, take: LIMIT })
      : await failed(deps);
    if (events.length > 0)
      terminal.out(table(['event', 'type', 'outcome', 'received', 'checkout', 'reason'], events.map(rowOf)));
    terminal.err(counted(events.length, 'event'));
  },
};

/** Returns true if every event was applied. */
const replayAll = async (
  { webhooks }: OwnerDeps,
  ids: readonly string[],
  out: (line: string) => void,
): Promise<boolean> => {
  let allApplied = true;
  for (const id of ids) {
    const record = await webhooks.replay(id);
    if (!record) throw new OwnerError(`There is no payment event ${JSON.stringify(id)}.`);
    allApplied &&= !FAILED.includes(record.outcome);
    out(`${id}  ${record.outcome}${record.reason === null ? '' : ` (${record.reason})`}`);
  }
  return allApplied;
};

export const replayEvents: Command = {
  name: 'webhook replay',
  args: ['[event]'],
  summary: 'applies a stored payment event once more; --failed: all that had no effect',
  notes: [
    'Safe to repeat: what was applied before changes nothing. The exit code is 1 when an event still has no effect.',
  ],
  options: { failed: { type: 'boolean', help: 'all events that webhook list shows' } },
  asks: true,
  async run({ deps, terminal, args: [id], flag, confirm }) {
    if ((id === undefined) !== flag('failed'))
      throw new UsageError('Specify the event: webhook replay <event>, or use webhook replay --failed.');
    if (id !== undefined) return (await replayAll(deps, [id], terminal.out)) ? 0 : 1;
    const events = await failed(deps);
    if (events.length === 0) return terminal.out('No event is without effect.');
    await confirm([
      `Applies ${counted(events.length, 'payment event')} once more, the oldest first. This may create orders and send mails.`,
    ]);
    return (await replayAll(
      deps,
      events.map((event) => event.id),
      terminal.out,
    ))
      ? 0
      : 1;
  },
};

export const dismissEvent: Command = {
  name: 'webhook dismiss',
  args: ['<event>'],
  summary: 'settles a payment event that needs no action, such as one of another product at the same Stripe account',
  notes: ['The event stays stored and can still be replayed.'],
  async run({ deps: { prisma }, terminal, args: [id = ''] }) {
    const { count: dismissed } = await prisma.paymentEvent.updateMany({
      where: { id, outcome: { in: FAILED } },
      data: { outcome: 'ignored', reason: 'dismissed by the owner' },
    });
    if (dismissed === 0) throw new OwnerError(`There is no payment event ${JSON.stringify(id)} without effect.`);
    terminal.out('Dismissed.');
  },
};
