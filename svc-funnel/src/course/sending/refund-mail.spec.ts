import { beforeAll, expect, it } from 'vitest';
import { query, type Row } from '../../../test/database.ts';
import { aCharge, aFailedRefund, anEvent, deliver } from '../../../test/events.ts';
import { anOrder, deliveriesOf } from '../../../test/orders.ts';
import { LINK_KEY, sharedService, type Service, WEBHOOK_SECRET } from '../../../test/service.ts';
import { systemClock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { enrol } from '../enrolment/enrol.ts';
import { Composer } from './compose.ts';
import { sendTask } from './send.ts';

let service: Service;
let prisma: PrismaService;
beforeAll(async () => {
  service = await sharedService();
  prisma = service.app.get(PrismaService, { strict: false });
});

const CENTS = 776;
const START = 1_700_000_000;

/** An order with its course, what the provider reports of its money, and the subjects of the refund mails that go. */
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
    prisma,
    clock: systemClock,
    compose: (delivery) => composer.compose(delivery),
    mailer: { send: ({ subject }) => Promise.resolve(void subjects.push(subject)) },
  });
  return {
    id,
    refunded: (second: number) =>
      report('charge.refunded', aCharge(paymentId, { amount: CENTS, amount_refunded: CENTS }), second),
    failed: (second: number) => report('refund.failed', aFailedRefund(paymentId, { amount: CENTS }), second),
    /** Subjects of all refund mails so far, after those that wait have had their turn. */
    async mails(): Promise<string[]> {
      for (const mail of (await deliveriesOf({ id, sessionId: '', email: '' })).filter(
        ({ kind }) => kind === 'withdrawal',
      ))
        await send({ deliveryId: String(mail['id']) }, { attempt: 1, isLast: false });
      return subjects;
    },
  };
}

it('confirms a refund that failed before its mail went only once it is made again, with its amount', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  await sale.failed(2);
  expect(await sale.mails()).toEqual([]);
  await sale.refunded(3);
  expect(await sale.mails()).toEqual([expect.stringContaining('$7.76')]);
});

it('confirms no refund whose failure is reported first', async () => {
  const sale = await aSale();
  await sale.failed(2);
  await sale.refunded(1);
  expect(await sale.mails()).toEqual([]);
});

it('confirms one refund once, and not again when it is made once more', async () => {
  const sale = await aSale();
  await sale.refunded(1);
  expect(await sale.mails()).toHaveLength(1);
  await sale.failed(2);
  await sale.refunded(3);
  expect(await sale.mails()).toHaveLength(1);
});

it('leaves a course that the owner resumed after a failure alone when the same refund is reported late', async () => {
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
