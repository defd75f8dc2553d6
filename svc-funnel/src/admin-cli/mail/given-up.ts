import type { MailKind } from '../../course/mails/mail.ts';
import { loadDelivery } from '../../course/sending/delivery.ts';
import type { Db } from '../../platform/prisma.ts';
import { type Command, OwnerError } from '../command.ts';
import { requireWanted, sendAgain } from '../course/resend.ts';
import { plain } from '../text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Those before a purchase are settled with their request. */
const findGivenUp = async (db: Db, given: string) => {
  const id = given.trim().toLowerCase();
  const found = UUID.test(id)
    ? await db.delivery.findFirst({ where: { id, status: 'failed', firstStepId: null, dismissedAt: null } })
    : null;
  if (!found) throw new OwnerError(`There is no mail ${JSON.stringify(plain(given))} that was given up.`);
  return { ...found, kind: found.kind as MailKind };
};

export const resendMail: Command = {
  name: 'mail resend',
  args: ['<delivery>'],
  summary: 'sends a mail that was given up once more, whatever kind it is of',
  notes: ['<delivery> is the id in the last column of orders show.'],
  async run({ deps: { prisma, clock }, terminal, args: [given = ''] }) {
    const mail = await findGivenUp(prisma, given);
    const subject = await loadDelivery(prisma, mail.id);
    if (subject) requireWanted(mail.kind, subject);
    await prisma.$transaction((db) => sendAgain(db, mail, clock()));
    terminal.out(`Queued: ${mail.kind}.`);
  },
};

export const dismissMail: Command = {
  name: 'mail dismiss',
  args: ['<delivery>'],
  summary: 'settles a mail that was given up and cannot be sent, or need not be any more',
  notes: [
    '<delivery> is the id in the last column of orders show; status names it for a mail of no order. A lesson stays readable',
    'on the course page.',
  ],
  async run({ deps: { prisma, clock }, terminal, args: [given = ''] }) {
    const { id } = await findGivenUp(prisma, given);
    await prisma.delivery.update({ where: { id }, data: { dismissedAt: clock() } });
    terminal.out('Dismissed.');
  },
};
