import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { counted } from '../../course/mails/words.ts';
import type { Db } from '../../platform/prisma.ts';
import { type Command, OwnerError } from '../command.ts';
import { plain } from '../text.ts';
import { findPerson, isKnown, type Person, withTime } from './find-person.ts';

interface PageView {
  readonly session_id: string;
  readonly page_path: string;
}

const ordersOf = (db: Db, { orderIds }: Person) =>
  db.order.findMany({
    where: { id: { in: orderIds } },
    orderBy: { paidAt: 'asc' },
    include: {
      course: true,
      deliveries: { orderBy: { createdAt: 'asc' }, include: { events: true } },
      lessonMarks: { orderBy: { place: 'asc' } },
      refundRequests: true,
      withdrawals: true,
      disputes: true,
      failedRefunds: true,
      // Without the link's hash, which opens nothing and says nothing about the person.
      links: { select: { purpose: true, createdAt: true, endedAt: true } },
    },
  });

// The client secret only opens the card form; it is not personal data.
const withoutSecret = { clientSecret: true } as const;

/** Returns everything stored about one person, as plain values. */
const gather = async (db: Db, person: Person) => ({
  email: person.email,
  addresses: person.addresses,
  sessions: await db.session.findMany({
    where: { id: { in: person.sessionIds } },
    include: { responses: { orderBy: { createdAt: 'asc' } } },
    orderBy: { createdAt: 'asc' },
  }),
  checkouts: await db.checkout.findMany({
    where: { id: { in: person.checkoutIds } },
    omit: withoutSecret,
    include: { deliveries: { orderBy: { createdAt: 'asc' }, include: { events: true } } },
    orderBy: { createdAt: 'asc' },
  }),
  orders: await ordersOf(db, person),
  firstSteps: await db.firstStep.findMany({
    where: { id: { in: person.firstStepIds } },
    // The session in which this address was typed may be somebody else's.
    omit: { sessionId: true },
    include: { deliveries: { orderBy: { createdAt: 'asc' }, include: { events: true } } },
    orderBy: { createdAt: 'asc' },
  }),
  paymentEvents: await db.paymentEvent.findMany({
    where: { id: { in: person.eventIds } },
    orderBy: { receivedAt: 'asc' },
  }),
  withdrawalsOfNoOrder: await db.withdrawal.findMany({
    where: { id: { in: person.declarationIds } },
    orderBy: { receivedAt: 'asc' },
  }),
  // The hash is only needed for erased persons, of whom nothing else is left.
  stoppedAddresses: await db.stoppedAddress.findMany({
    where: { addressHash: { in: person.stopHashes } },
    omit: { addressHash: true },
  }),
  pageViews: await db.$queryRaw<PageView[]>`SELECT * FROM tracking.page_views_of(${person.sessionIds}::text[])`,
});

/** Writes a new file and renames it, because an existing file would keep its permissions and its readers. */
const writePrivate = (file: string, text: string): void => {
  const temporary = `${file}.${randomUUID()}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

export const exportPerson: Command = {
  name: 'export',
  args: ['<address>'],
  summary: 'everything stored about one person, as JSON',
  notes: [
    'Everything of every session in which the address was given: answers, checkouts, orders, course, mails, refund requests, withdrawals,',
    'payment events as Stripe sent them, page views. Stripe keeps its own records; request a copy there.',
  ],
  options: {
    out: {
      type: 'string',
      value: 'file',
      help: 'write to this file, which only its owner can read, instead of the terminal',
    },
  },
  async run({ deps: { prisma, clock }, terminal, args: [email = ''], option }) {
    const held = await withTime(prisma, async (db) => {
      const person = await findPerson(db, email);
      if (!isKnown(person)) throw new OwnerError(`Nothing is held about ${plain(email)}.`);
      return gather(db, person);
    });
    const text = JSON.stringify(
      { exportedAt: clock(), ...held },
      (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
      2,
    );
    const file = option('out');
    if (file === undefined) terminal.out(text);
    else writePrivate(file, `${text}\n`);
    terminal.err(
      `${counted(held.sessions.length, 'session')}, ${counted(held.orders.length, 'order')}, ${counted(held.pageViews.length, 'page view')}${file === undefined ? '' : `: ${file}`}`,
    );
  },
};
