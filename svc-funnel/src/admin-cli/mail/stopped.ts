import { ADDRESS_STOPS, liftStop } from '../../course/deliveries/stopped-addresses.ts';
import { liftBounced } from '../../course/first-step/requests.ts';
import { counted } from '../../course/mails/words.ts';
import { type Command, OwnerError } from '../command.ts';
import { plain, table, when } from '../text.ts';

const LIMIT = 200;

export const listStopped: Command = {
  name: 'mail stopped',
  args: [],
  summary: 'addresses that no longer get mail, after a bounce or a complaint',
  notes: [`The latest ${LIMIT}. For an erased person only the objection is kept, without the address.`],
  async run({ deps: { prisma }, terminal }) {
    const stops = await prisma.stoppedAddress.findMany({ orderBy: { stoppedAt: 'desc' }, take: LIMIT });
    const rows = stops.map(({ address, reason, status, stoppedAt }) => [
      address === null ? '(erased)' : plain(address),
      reason,
      plain(status),
      when(stoppedAt),
    ]);
    if (rows.length > 0) terminal.out(table(['address', 'reason', 'status', 'since'], rows));
    terminal.err(counted(stops.length, 'address', 'addresses'));
  },
};

export const liftAddress: Command = {
  name: 'mail lift',
  args: ['<address>'],
  summary: 'allows mail to a stopped address again',
  notes: [
    'For an address that works again, or a reader who asks for their mails after marking one as spam. Lesson 1 before a',
    'purchase goes there once a visitor asks for it again. Mail providers keep their own lists: remove the address there, too.',
  ],
  async run({ deps: { prisma, env, clock }, terminal, args: [address = ''] }) {
    const isLifted = await prisma.$transaction(async (db) => {
      const hadRequests = await liftBounced(db, address.trim(), clock());
      return (await liftStop(db, env.course.linkKeys, address)) || hadRequests;
    });
    if (!isLifted) throw new OwnerError(`${plain(address.trim())} is not stopped: mail stopped lists those that are.`);
    terminal.out(`Lifted: ${plain(address.trim())} gets mail again.`);
    const courses = await prisma.course.findMany({
      where: {
        email: { equals: address.trim(), mode: 'insensitive' },
        status: 'stopped',
        stopReason: { in: [...ADDRESS_STOPS] },
      },
      select: { order: { select: { number: true } } },
    });
    for (const { order } of courses) terminal.out(`To continue its course: course resume ${order.number}`);
  },
};
