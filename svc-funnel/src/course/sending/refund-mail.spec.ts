import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { query, type Row } from '../../../test/database.ts';
import { aCharge, aFailedRefund, anEvent, deliver } from '../../../test/events.ts';
import { anOrder, deliveriesOf } from '../../../test/orders.ts';
import { LINK_KEY, SENDING, sharedService, type Service, WEBHOOK_SECRET } from '../../../test/service.ts';
import { systemClock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { enrol } from '../enrolment/enrol.ts';
import { Composer } from './compose.ts';
import { loadDelivery } from './load-delivery.ts';
import { sendTask } from './send.ts';

let service: Service;
let prisma: PrismaService;
beforeAll(async () => {
  service = await sharedService();
  prisma = service.app.get(PrismaService, { strict: false });
});

const CENTS = 776;
const START = 1_700_000_000;

/** An order with its course, functions that report the provider's events, and the subjects of the refund mails sent. */
async function aSale() {
  const { id } = await anOrder();
  const order = await prisma.order.findUniqueOrThrow({ where: { id } });
  await prisma.$transaction((db) =>
    enrol(db, order, { now: systemClock(), course: { sendHour: 7, linkKeys: [LINK_KEY] } }),
  );
  const report = async (type: string, object: Row, second: number) =>
    expect(
      (await deliver(service.url, anEvent(object, { type, created: START + second }), { secret: WEBHOOK_SECRET }))
        .status,
    ).toBe(200);
  const paymentId = order.providerPaymentId;
  const composer = service.app.get(Composer, { strict: false });
  const subjects: string[] = [];
  const send = sendTask({
    ...SENDING,
    prisma,
    clock: systemClock,
    compose: (delivery) => composer.compose(delivery),
    mailer: { send: ({ subject }) => Promise.resolve(void subjects.push(subject)) },
  });
  return {
    id,
    withdrawalId: randomUUID(),
    refunded: (second: number, cents = CENTS) =>
      report('charge.refunded', aCharge(paymentId, { amount: CENTS, amount_refunded: cents }), second),
    failed: (second: number) => report('refund.failed', aFailedRefund(paymentId, { amount: CENTS }), second),
    /** Returns the text of the order's mail of a kind. */
    async text(kind: string): Promise<string> {
      const { id: mail } = await prisma.delivery.findFirstOrThrow({ where: { orderId: id, kind } });
      return (await composer.compose((await loadDelivery(prisma, mail))!)).text.replaceAll(/\s+/g, ' ');
    },
    /** Sends queued refund mails and returns the subjects of all sent so far. */
    async mails(): Promise<string[]> {
      for (const mail of (await deliveriesOf({ id, sessionId: '', email: '' })).filter(
        ({ kind }) => kind === 'withdrawal',
      ))
        await send({ deliveryId: String(mail['id']) }, { attempt: 1, isLast: false });
      return subjects;
    },
  };
}

it('confirms a refund that failed before its mail was sent only once it is repeated, with its amount', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  await sale.failed(2);
  expect(await sale.mails()).toEqual([]);
  await sale.refunded(3);
  expect(await sale.mails()).toEqual([expect.stringContaining('$7.76')]);
});

it('confirms a repeated refund if the mail about the first was given up', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  await query(`update funnel.deliveries set status = 'failed' where order_id = $1 and kind = 'withdrawal'`, [sale.id]);
  await sale.failed(2);
  await sale.refunded(3);
  expect(await sale.mails()).toHaveLength(1);
});

it('confirms no refund whose failure is reported first', async () => {
  const sale = await aSale();
  await sale.failed(2);
  await sale.refunded(1);
  expect(await sale.mails()).toEqual([]);
});

it('confirms a refund once, and not again when it is repeated', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  expect(await sale.mails()).toHaveLength(1);
  await sale.failed(2);
  await sale.refunded(3);
  expect(await sale.mails()).toHaveLength(1);
});

it('names the remainder after a partial refund, and the total', async () => {
  const sale = await aSale();
  await sale.refunded(1, 200);
  expect(await sale.mails()).toEqual([]);
  await sale.refunded(2);
  expect(await sale.mails()).toEqual([expect.stringContaining('$5.76')]);
  expect(await sale.text('withdrawal')).toMatch(/\$5\.76 is on its way back[^]*\$7\.76 in all, \$2\.00 of it before/);
});

it('promises what is still to be refunded in the receipt of a withdrawal', async () => {
  const sale = await aSale();
  await sale.refunded(1, 200);
  await prisma.withdrawal.create({
    data: {
      id: sale.withdrawalId,
      orderId: sale.id,
      name: 'Ada',
      reference: 'K7XM-4PRH',
      statement: 'I, Ada, withdraw.',
      status: 'received',
      receivedAt: systemClock(),
      refundAt: systemClock(),
    },
  });
  const details = { withdrawalId: sale.withdrawalId, alsoFor: [] };
  await prisma.$transaction((db) =>
    queueMail(db, { orderId: sale.id, kind: 'withdrawal_receipt', details, now: systemClock() }),
  );
  expect(await sale.text('withdrawal_receipt')).toContain('we start to pay $5.76 back');
});

it('does not stop a course that the owner resumed after a failed refund when that refund is reported again', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  await sale.failed(2);
  await sale.mails();
  await query(
    `update funnel.courses set status = 'active', stop_reason = null, stopped_at = null, next_due_at = now() where order_id = $1`,
    [sale.id],
  );
  await sale.refunded(1);
  expect(await query('select status from funnel.courses where order_id = $1', [sale.id])).toEqual([
    { status: 'active' },
  ]);
});
