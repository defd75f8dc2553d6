import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anEnrolled, aPrisma } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { type ImapServer, startImapServer } from '../../../test/imap-server.ts';
import { courseOf, deliveriesOf } from '../../../test/orders.ts';
import { aBounce, aComplaint, anAnswer } from '../../../test/reports.ts';
import { LINK_KEY, sharedService, type Service } from '../../../test/service.ts';
import { findAll } from '../../health/find.ts';
import type { PrismaService } from '../../platform/prisma.ts';
import { findStop } from '../deliveries/stopped-addresses.ts';
import { BounceMailbox } from './bounce-mailbox.ts';
import { HOUR_MS } from '../../platform/clock.ts';

let service: Service;
let prisma: PrismaService;
let server: ImapServer;
let now = new Date();
beforeAll(async () => {
  prisma = aPrisma();
  service = await sharedService(() => now);
});
afterAll(async () => {
  await prisma.onApplicationShutdown();
});
beforeEach(async () => {
  now = new Date();
  await query('delete from funnel.bounce_mailbox');
  server = await startImapServer();
});
afterEach(() => server.stop());

const read = () => service.app.get(BounceMailbox).read(server.url);
const stateOf = async () => (await query('select * from funnel.bounce_mailbox'))[0];

/** A reader and the confirmation that was sent to them. */
const aReader = async () => {
  const order = await anEnrolled(prisma, now);
  await query(`update funnel.deliveries set status = 'sent', sent_at = now() where order_id = $1`, [order.id]);
  const messageId = String((await deliveriesOf(order))[0]?.['message_id']);
  return { order, mail: { messageId, to: order.email } };
};
const reasonOf = async (address: string) => (await findStop(prisma, [LINK_KEY], address))?.reason ?? null;
const eventsOf = (source: string) =>
  query('select outcome from funnel.mail_events where id = $1', [
    `mailbox:${/^Message-ID: (.*)$/m.exec(source)?.[1]?.trim()}`,
  ]);

it('reads new mails, marks the reports as read and leaves all others as they are', async () => {
  const [hard, soft, complaint] = [await aReader(), await aReader(), await aReader()];
  server.deliver(anAnswer('Thank you, but: Action: failed'));
  server.deliver(aBounce(hard.mail));
  server.deliver(aBounce({ ...soft.mail, status: '4.4.7' }));
  server.deliver(aComplaint(complaint.mail));
  await read();
  expect(await Promise.all([hard, soft, complaint].map(({ mail }) => reasonOf(mail.to)))).toEqual([
    'bounced',
    null,
    'complained',
  ]);
  expect(await courseOf(hard.order)).toMatchObject({ status: 'stopped', stop_reason: 'bounced' });
  expect((await deliveriesOf(soft.order))[0]).toMatchObject({ status: 'queued', last_error: 'bounced 4.4.7' });
  expect(server.flags().map((flags) => flags.includes('\\Seen'))).toEqual([false, true, true, true]);
  expect(await stateOf()).toMatchObject({ last_uid: '4', failing_since: null });
});

it('handles each report once, and continues where it stopped', async () => {
  const { mail } = await aReader();
  const report = aBounce({ ...mail, status: '4.2.2' });
  server.deliver(report);
  await read();
  await read();
  expect(await eventsOf(report)).toEqual([{ outcome: 'retried' }]);
  // Read again from the beginning, as after the server has renumbered its mails: the report is known.
  await query('update funnel.bounce_mailbox set uid_validity = 99');
  await query('update funnel.deliveries set status = $2, sent_at = now() where message_id = $1', [
    mail.messageId,
    'sent',
  ]);
  await read();
  expect(await query('select status from funnel.deliveries where message_id = $1', [mail.messageId])).toEqual([
    { status: 'sent' },
  ]);
  const nextReader = await aReader();
  server.deliver(aBounce(nextReader.mail));
  await read();
  expect(await reasonOf(nextReader.mail.to)).toBe('bounced');
});

describe('a report', () => {
  it.each([
    ['that is made up', (mail: object) => ({ ...mail, messageId: `<${randomUUID()}@daybreak-ai.example>` })],
    ['about another address', (mail: object) => ({ ...mail, to: 'somebody@else.example' })],
    ['of a server that is still trying', (mail: object) => ({ ...mail, action: 'delayed' })],
  ])('%s stops no one', async (_case, change) => {
    const { order, mail } = await aReader();
    server.deliver(aBounce(change(mail) as typeof mail));
    await read();
    expect(await reasonOf(mail.to)).toBeNull();
    expect(await courseOf(order)).toMatchObject({ status: 'active' });
  });

  it('with text that PostgreSQL cannot store, or with thousands of failures, does not block later ones', async () => {
    const { mail } = await aReader();
    const encoded = (text: string) =>
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString('base64')}`;
    const failure = 'Final-Recipient: rfc822; a\0@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n';
    const madeUp = [
      'Message-ID: =?utf-8?Q?<made=00up@x.example>?=',
      'Content-Type: multipart/report; boundary=frontier',
      '',
      '--frontier',
      `Content-Type: message/delivery-status\r\n${encoded(failure.repeat(3000))}`,
      '--frontier',
      `Content-Type: text/rfc822-headers\r\n${encoded('Message-ID: <a\0b@x.example>\r\n')}`,
      '--frontier--',
      '',
    ].join('\r\n');
    server.deliver(madeUp);
    server.deliver(aBounce(mail));
    await read();
    expect(await stateOf()).toMatchObject({ last_uid: '2', failing_since: null });
    expect(await reasonOf(mail.to)).toBe('bounced');
    const [kept] = await query(`select count(*)::int as n from funnel.mail_events where id like 'mailbox:<madeup@%'`);
    expect(kept).toEqual({ n: 10 });
  });

  it('that is older than two weeks is skipped when a mailbox is read for the first time', async () => {
    const { mail } = await aReader();
    server.deliver(aBounce(mail), new Date(Date.now() - 30 * 24 * HOUR_MS));
    await read();
    expect(await reasonOf(mail.to)).toBeNull();
  });
});

describe('an unreachable mailbox', () => {
  const findings = async () =>
    (await findAll(prisma, { get: () => ({}) as never }, now)).filter(({ kind }) => kind === 'bounce_mailbox');
  const logged = () => service.log().split('the mailbox of bounces could not be read').length - 1;

  it('is logged once, reported to the owner after an hour, and read once it is back', async () => {
    const { mail } = await aReader();
    const port = Number(server.url.port);
    await server.stop();
    const before = logged();
    await read();
    await read();
    expect([logged() - before, await findings()]).toEqual([1, []]);
    now = new Date(now.getTime() + 61 * 60_000);
    await read();
    expect([logged() - before, await findings()]).toMatchObject([1, [{ count: 1, examples: ['IMAP_URL'] }]]);
    server = await startImapServer(port);
    server.deliver(aBounce(mail));
    await read();
    expect(await reasonOf(mail.to)).toBe('bounced');
    expect(await findings()).toEqual([]);
    expect(service.log()).toContain('the mailbox of bounces can be read again');
    expect(service.log()).not.toContain('p@ss');
  });

  it('is recorded the same way when the server refuses to search, and no report is skipped', async () => {
    const { mail } = await aReader();
    server.deliver(aBounce(mail));
    server.refusesSearches = true;
    await read();
    expect(await stateOf()).toMatchObject({ last_uid: '0', failing_since: now });
    server.refusesSearches = false;
    await read();
    expect(await reasonOf(mail.to)).toBe('bounced');
    expect(await stateOf()).toMatchObject({ last_uid: '1', failing_since: null });
  });

  it('is recorded the same way for a wrong password or a missing folder', async () => {
    for (const change of [{ password: 'wrong' }, { pathname: '/Nowhere' }]) {
      await query('delete from funnel.bounce_mailbox');
      await service.app.get(BounceMailbox).read(Object.assign(new URL(server.url), change));
      expect(await stateOf()).toMatchObject({ failing_since: now });
    }
  });
});
