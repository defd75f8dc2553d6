import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anEnrolled, aPrisma } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { hold } from '../../../test/hold.ts';
import { deliveriesOf, jobsOf, type AnOrder } from '../../../test/orders.ts';
import { LINK_KEY, SENDING } from '../../../test/service.ts';
import type { PrismaService } from '../../platform/prisma.ts';
import { queueMail } from '../deliveries/queue-mail.ts';
import { liftStop, stopAddress } from '../deliveries/stopped-addresses.ts';
import { MailError } from '../mails/mail-error.ts';
import { sendTask, type SendDeps } from './send.ts';
import { amountOn, limitFor, heldUntil, takeSlot } from './warm-up.ts';
import { DAY_MS } from '../../platform/clock.ts';

const WARM_UP = { from: '2026-12-01', amounts: [10, 20] };

describe("a day's limit", () => {
  it.each([
    ['2026-11-20T12:00:00Z', 10],
    ['2026-12-01T00:00:00Z', 10],
    ['2026-12-01T23:59:59Z', 10],
    ['2026-12-02T00:00:00Z', 20],
    ['2026-12-03T00:00:00Z', null],
    ['2028-01-01T00:00:00Z', null],
  ])('at %s is %j', (at, amount) => expect(amountOn(WARM_UP, new Date(at))).toBe(amount));

  it.each([
    ['lesson', 10, 8],
    ['lesson', 1, 1],
    ['confirmation', 10, 10],
    ['course_link', 1, 1],
  ] as const)('for a %s out of %i is %i, so that lessons leave room for other mails', (kind, amount, bound) =>
    expect(limitFor(kind, amount)).toBe(bound),
  );
});

describe('a mail that is held', () => {
  const now = new Date('2026-12-01T18:00:00Z');

  it('goes when the next day begins, unless it is a lesson', () => {
    expect(heldUntil({ kind: 'confirmation', dueAt: now }, now)).toEqual(new Date('2026-12-02T00:00:00Z'));
  });

  it.each([
    ['2026-12-01T06:00:00Z', '2026-12-02T06:00:00Z'],
    ['2026-11-30T06:00:00Z', '2026-12-02T06:00:00Z'],
    ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'],
  ])("goes at its reader's hour if it is a lesson: due %s, sent %s", (dueAt, until) => {
    expect(heldUntil({ kind: 'lesson', dueAt: new Date(dueAt) }, now)).toEqual(new Date(until));
  });
});

describe('sending', () => {
  let prisma: PrismaService;
  let now = new Date();
  const sent: string[] = [];
  let respond: () => void = () => undefined;
  beforeAll(() => void (prisma = aPrisma()));
  afterAll(() => prisma.onApplicationShutdown());
  beforeEach(async () => {
    now = new Date('2027-03-01T07:00:00Z');
    sent.length = 0;
    respond = () => undefined;
    await query('delete from funnel.mail_days');
  });

  const warmUp = (amount: number) => ({ from: now.toISOString().slice(0, 10), amounts: [amount, amount] });
  const deps = (amount: number): SendDeps => ({
    prisma,
    clock: () => now,
    compose: ({ kind, email, messageId }) =>
      Promise.resolve({ to: email ?? '', subject: kind, html: '', text: '', messageId }),
    mailer: {
      send: async ({ subject }) => {
        respond();
        sent.push(subject);
      },
    },
    ...SENDING,
    warmUp: warmUp(amount),
  });
  const lessonFor = async (order: AnOrder): Promise<string> => {
    const [row] = await query(
      `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at) values (gen_random_uuid(), $1, 'lesson', 1, $2, 'queued', $3) returning id`,
      [order.id, `<${order.id}@x.example>`, now],
    );
    return String(row?.['id']);
  };
  const idOf = async (order: AnOrder, kind: string) =>
    String((await deliveriesOf(order)).find((row) => row['kind'] === kind)?.['id']);
  const send = (amount: number, deliveryId: string) =>
    sendTask(deps(amount))({ deliveryId }, { attempt: 1, isLast: false });

  it('keeps to the limit: lessons up to four fifths, then other mails, and the rest the next day', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => anEnrolled(prisma, now)));
    const lessons = await Promise.all(orders.map(lessonFor));
    for (const id of lessons) await send(5, id);
    expect(sent).toEqual(['lesson', 'lesson', 'lesson', 'lesson']);
    for (const order of orders) await send(5, await idOf(order, 'confirmation'));
    expect(sent.filter((kind) => kind === 'confirmation')).toHaveLength(1);
    const held = orders[5]!;
    for (const row of await deliveriesOf(held))
      expect(row).toMatchObject({ status: 'queued', attempts: 0, last_error: 'held for the warm-up' });
    const runAt = (await jobsOf(held)).map(({ run_at: at }) => (at as Date).getTime() - Date.now());
    expect(Math.min(...runAt)).toBeGreaterThan(0);
    expect(Math.max(...runAt)).toBeLessThanOrEqual(DAY_MS + 60_000);
    // The next day has its own limit.
    now = new Date(now.getTime() + DAY_MS);
    await send(5, await idOf(held, 'confirmation'));
    await send(5, lessons[5]!);
    expect(sent.slice(5)).toEqual(['confirmation', 'lesson']);
  });

  it('never holds the receipt of a withdrawal, because the time to object is running', async () => {
    const order = await anEnrolled(prisma, now);
    await takeSlot(prisma, warmUp(1), { kind: 'confirmation', now });
    await queueMail(prisma, { orderId: order.id, kind: 'withdrawal_receipt', now });
    await send(1, await idOf(order, 'withdrawal_receipt'));
    expect(sent).toEqual(['withdrawal_receipt']);
  });

  it('counts across all processes', async () => {
    const slots = await Promise.all(
      Array.from({ length: 20 }, () => takeSlot(prisma, warmUp(7), { kind: 'confirmation', now })),
    );
    expect(slots.filter(Boolean)).toHaveLength(7);
    expect(await query('select sent from funnel.mail_days')).toEqual([{ sent: 7 }]);
  });

  it('releases a slot if the mail was not accepted', async () => {
    const order = await anEnrolled(prisma, now);
    respond = () => {
      throw new MailError('temporary', 'timeout');
    };
    await expect(send(1, await idOf(order, 'confirmation'))).rejects.toThrow('timeout');
    respond = () => undefined;
    await send(1, await idOf(order, 'confirmation'));
    expect(sent).toEqual(['confirmation']);
  });

  it('never holds mail to the owner, and counts nothing without a warm-up', async () => {
    const [row] = await query(
      `insert into funnel.deliveries (id, kind, message_id, status, due_at) values (gen_random_uuid(), 'owner_alert', gen_random_uuid(), 'queued', now()) returning id`,
    );
    await takeSlot(prisma, warmUp(1), { kind: 'confirmation', now });
    await send(1, String(row?.['id']));
    expect(sent).toEqual(['owner_alert']);
    expect(await takeSlot(prisma, undefined, { kind: 'lesson', now })).not.toBeNull();
    expect(await query('select sent from funnel.mail_days')).toEqual([{ sent: 1 }]);
  });

  it('sends nothing to a stopped address and ends its course', async () => {
    const order = await anEnrolled(prisma, now);
    await stopAddress(prisma, [LINK_KEY], { address: order.email, reason: 'complained', status: null, now });
    await send(100, await lessonFor(order));
    expect(sent).toEqual([]);
    expect((await deliveriesOf(order)).find(({ kind }) => kind === 'lesson')).toMatchObject({
      status: 'failed',
      last_error: 'address stopped: complained',
    });
    expect(await query('select stop_reason from funnel.courses where order_id = $1', [order.id])).toEqual([
      { stop_reason: 'complained' },
    ]);
    expect(await query('select 1 from funnel.mail_days')).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'is stopped',
      () => stopAddress(prisma, [LINK_KEY], { address: 'held@x.example', reason: 'bounced', status: null, now }),
    ],
    [
      'refuses a mail for good',
      async () => {
        respond = () => {
          throw new MailError('permanent', 'refused 550 5.1.1');
        };
      },
    ],
  ])('locks the course before the mail when its address %s', async (_what, happen) => {
    const order = await anEnrolled(prisma, now, { email: 'held@x.example' });
    const id = await lessonFor(order);
    await liftStop(prisma, [LINK_KEY], order.email);
    await happen();
    const course = await hold('select 1 from funnel.courses where order_id = $1 for update', [order.id]);
    const sending = send(100, id);
    await expect.poll(() => course.waiting()).toBe(1);
    await query('select 1 from funnel.deliveries where id = $1 for update nowait', [id]);
    await course.letGo();
    await sending;
    expect(await query('select status from funnel.deliveries where id = $1', [id])).toEqual([{ status: 'failed' }]);
  });

  it('still sends mandatory mails to a reader who marked one as spam, but not to a bounced address', async () => {
    for (const reason of ['complained', 'bounced'] as const) {
      const order = await anEnrolled(prisma, now);
      await stopAddress(prisma, [LINK_KEY], { address: order.email, reason, status: null, now });
      await queueMail(prisma, { orderId: order.id, kind: 'refund_request', now });
      await send(100, await idOf(order, 'refund_request'));
    }
    expect(sent).toEqual(['refund_request']);
  });
});
