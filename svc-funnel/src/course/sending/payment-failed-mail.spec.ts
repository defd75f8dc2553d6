import { beforeAll, expect, it } from 'vitest';
import { aVisitor } from '../../../test/browser.ts';
import { query, type Row } from '../../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver, typed } from '../../../test/events.ts';
import { LINK_KEY, SENDING, sharedService, type Service, WEBHOOK_SECRET } from '../../../test/service.ts';
import { systemClock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { findStop, liftStop, stopAddress } from '../deliveries/stopped-addresses.ts';
import { MailError } from '../mails/mail-error.ts';
import type { OutgoingMail } from '../mails/mailer.ts';
import { applyMailEvent } from '../mail-events/apply-mail-event.ts';
import { Composer } from './compose.ts';
import { sendTask } from './send.ts';

let service: Service;
let prisma: PrismaService;
beforeAll(async () => {
  service = await sharedService();
  prisma = service.app.get(PrismaService, { strict: false });
});

const unpaid = { payment_status: 'unpaid' };
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';

let count = 0;

/** A visitor with an open checkout, functions that report the provider's events, and the mails sent. */
async function aBankDebit(address?: string) {
  const email = address ?? `debit-${(count += 1)}-${process.pid}@example.com`;
  const { id: sessionId, browser } = await aVisitor(service.url, email);
  await browser.patch(`/api/sessions/${sessionId}`, { name: 'Anna' });
  await browser.post('/api/responses', { sessionId, questionNumber: 'q15', answerValue: '["design"]' });
  const checkout = await anOpenCheckout(sessionId);
  const report = async (type: string, object: Row) =>
    expect(
      (await deliver(service.url, anEvent(aSessionObject(checkout, object), { type }), { secret: WEBHOOK_SECRET }))
        .status,
    ).toBe(200);
  const composer = service.app.get(Composer, { strict: false });
  const sent: OutgoingMail[] = [];
  const deliveries = () =>
    query('select id, status, message_id, last_error from funnel.deliveries where checkout_id = $1', [checkout.id]);
  return {
    email,
    sessionId,
    browser,
    deliveries,
    submitted: (object: Row = {}) => report('checkout.session.completed', { ...unpaid, ...object }),
    failed: (object: Row = {}) => report(FAILED, { ...unpaid, ...object }),
    succeeded: () => report(SUCCEEDED, {}),
    sender: async () =>
      (await query('select email, name, plan_answers from funnel.checkouts where id = $1', [checkout.id]))[0],
    /** Sends what is queued and returns all mails sent so far. */
    async mails(send: (mail: OutgoingMail) => Promise<void> = () => Promise.resolve()): Promise<OutgoingMail[]> {
      const task = sendTask({
        ...SENDING,
        prisma,
        clock: systemClock,
        compose: (delivery) => composer.compose(delivery),
        mailer: { send: async (mail) => void (await send(mail), sent.push(mail)) },
      });
      for (const { id } of await deliveries()) await task({ deliveryId: String(id) }, { attempt: 1, isLast: false });
      return sent;
    },
  };
}

it('tells the person who submitted the form that the bank did not pay, nothing was taken and how to try again', async () => {
  const debit = await aBankDebit();
  await debit.submitted();
  expect(await debit.deliveries()).toEqual([]);
  await debit.browser.patch(`/api/sessions/${debit.sessionId}`, { email: 'next@example.com', name: 'Bob' });
  await debit.failed();
  const [mail, ...others] = await debit.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: debit.email, subject: 'Payment not made: 4-week plan, $22.40' });
  const text = mail!.text.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Hi Anna, .*payment will not come.*No money was taken.*no course begins/);
  const [address = ''] = /http\S+/.exec(text) ?? [];
  expect(new URL(address)).toMatchObject({ pathname: '/sales002', search: '?plan=4week', hash: '' });
});

it('erases the sender’s name and answers once the mail has been sent, and keeps the address', async () => {
  const debit = await aBankDebit();
  await debit.submitted();
  await debit.failed();
  expect(await debit.sender()).toMatchObject({ name: 'Anna', plan_answers: { q15: '["design"]' } });
  await debit.mails();
  expect(await debit.sender()).toEqual({ email: debit.email, name: null, plan_answers: null });
});

it('erases them even if the process died after sending the mail', async () => {
  const debit = await aBankDebit();
  await debit.submitted();
  await debit.failed();
  const [mail] = await debit.deliveries();
  await query(`update funnel.deliveries set status = 'sent', sent_at = now() where id = $1`, [mail?.['id']]);
  expect(await debit.mails()).toEqual([]);
  expect(await debit.sender()).toEqual({ email: debit.email, name: null, plan_answers: null });
});

it('goes to the address that was typed into the card form, if the form asked for one', async () => {
  const debit = await aBankDebit('a@b');
  const form = typed(`typed-${process.pid}@example.com`);
  await debit.submitted(form);
  await debit.failed(form);
  expect((await debit.mails()).map(({ to }) => to)).toEqual([`typed-${process.pid}@example.com`]);
});

it('is sent once, however often the failure is reported', async () => {
  const debit = await aBankDebit();
  await debit.submitted();
  await Promise.all([debit.failed(), debit.failed()]);
  expect(await debit.mails()).toHaveLength(1);
  await debit.failed();
  expect(await debit.mails()).toHaveLength(1);
});

it.each<[string, (debit: Awaited<ReturnType<typeof aBankDebit>>) => Promise<void>]>([
  ['was not under way', (debit) => debit.failed()],
  [
    'succeeded',
    async (debit) => {
      await debit.submitted();
      await debit.succeeded();
      await debit.failed();
    },
  ],
])('sends nothing about a payment that %s', async (_, happens) => {
  const debit = await aBankDebit();
  await happens(debit);
  expect(await debit.deliveries()).toEqual([]);
});

it.each<[string, (debit: Awaited<ReturnType<typeof aBankDebit>>) => Promise<void>]>([
  ['the money arrived after all', (debit) => debit.succeeded()],
  [
    'its buyer paid by another checkout',
    async ({ email }) => {
      const other = await aBankDebit(email.toUpperCase());
      await other.submitted();
      await other.succeeded();
    },
  ],
  ['its buyer is paying by another checkout', async ({ email }) => (await aBankDebit(email)).submitted()],
])('sends nothing if %s before the mail goes out', async (_, happens) => {
  const debit = await aBankDebit();
  await debit.submitted();
  await debit.failed();
  await happens(debit);
  expect(await debit.mails()).toEqual([]);
  expect(await debit.deliveries()).toMatchObject([{ status: 'cancelled' }]);
  expect(await debit.sender()).toMatchObject({ name: null, plan_answers: null });
});

it('tells a buyer with an earlier paid order, even if someone else has paid in the same browser since', async () => {
  const earlier = await aBankDebit();
  await earlier.submitted();
  await earlier.succeeded();
  const later = await aBankDebit(earlier.email);
  await later.submitted();
  const { sessionId, browser } = later;
  await browser.patch(`/api/sessions/${sessionId}`, { email: `else-${process.pid}@example.com` });
  const otherCheckout = await anOpenCheckout(sessionId);
  await deliver(service.url, anEvent(aSessionObject(otherCheckout)), { secret: WEBHOOK_SECRET });
  await later.failed();
  expect(await later.mails()).toHaveLength(1);
});

it('is not sent to a bounced address, but to one that complained, because it is about money', async () => {
  for (const [reason, mails] of [
    ['bounced', 0],
    ['complained', 1],
  ] as const) {
    const debit = await aBankDebit();
    await stopAddress(prisma, [LINK_KEY], { address: debit.email, reason, status: null, now: systemClock() });
    await debit.submitted();
    await debit.failed();
    expect(await debit.mails()).toHaveLength(mails);
    expect(await debit.deliveries()).toMatchObject(
      mails ? [{ status: 'sent' }] : [{ status: 'failed', last_error: 'address stopped: bounced' }],
    );
    await liftStop(prisma, [LINK_KEY], debit.email);
  }
});

it('stops its address when it bounces later, and fails when the mail server refuses it', async () => {
  const debit = await aBankDebit();
  await debit.submitted();
  await debit.failed();
  const [mail] = await debit.mails();
  const event = {
    id: `bounce-${debit.email}`,
    kind: 'hard',
    messageId: mail!.messageId,
    address: debit.email,
    status: '5.1.1',
    at: systemClock(),
  } as const;
  const context = { now: systemClock(), linkKeys: [LINK_KEY] } as const;
  expect(await prisma.$transaction((db) => applyMailEvent(db, event, context))).toBe('stopped');
  expect(await findStop(prisma, [LINK_KEY], debit.email)).toMatchObject({ reason: 'bounced' });
  expect(await debit.deliveries()).toMatchObject([{ status: 'failed', last_error: 'bounced 5.1.1' }]);

  const refused = await aBankDebit();
  await refused.submitted();
  await refused.failed();
  await refused.mails(() => Promise.reject(new MailError('permanent', 'refused 550')));
  expect(await refused.deliveries()).toMatchObject([{ status: 'failed', last_error: 'refused 550' }]);
});
