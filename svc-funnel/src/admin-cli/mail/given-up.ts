import type { MailKind } from '../../course/mails/mail.ts';
import { loadDelivery } from '../../course/sending/load-delivery.ts';
import type { Db } from '../../platform/prisma.ts';
import { type Command, OwnerError } from '../command.ts';
import { requireWanted, sendAgain } from '../course/resend.ts';
import { UUID } from '../orders/find-order.ts';
import { plain } from '../text.ts';

/** Mails before a purchase are left out: they are settled with their request. */
const findGivenUp = async (db: Db, deliveryId: string) => {
  const id = deliveryId.trim().toLowerCase();
  const found = UUID.test(id)
    ? await db.delivery.findFirst({ where: { id, status: 'failed', firstStepId: null, dismissedAt: null } })
    : null;
  if (!found) throw new OwnerError(`There is no mail ${JSON.stringify(plain(deliveryId))} that was given up.`);
  return { ...found, kind: found.kind as MailKind };
};

export const resendMail: Command = {
  name: 'mail resend',
  args: ['<delivery>'],
  summary: 'sends a mail again that was given up, of any kind',
  notes: ['<delivery> is the id in the last column of orders show.'],
  async run({ deps: { prisma, clock }, terminal, args: [deliveryId = ''] }) {
    const mail = await findGivenUp(prisma, deliveryId);
    const subject = await loadDelivery(prisma, mail.id);
    if (subject) requireWanted(mail.kind, subject);
    await prisma.$transaction((db) => sendAgain(db, mail, clock()));
    terminal.out(`Queued: ${mail.kind}.`);
  },
};

export const dismissMail: Command = {
  name: 'mail dismiss',
  args: ['<delivery>'],
  summary: 'settles a mail that was given up and cannot, or need not, be sent',
  notes: [
    '<delivery> is the id in the last column of orders show; status names it for a mail without an order. A lesson stays readable',
    'on the course page.',
  ],
  async run({ deps: { prisma, clock }, terminal, args: [deliveryId = ''] }) {
    const { id } = await findGivenUp(prisma, deliveryId);
    await prisma.delivery.update({ where: { id }, data: { dismissedAt: clock() } });
    terminal.out('Dismissed.');
  },
};
