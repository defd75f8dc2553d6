import { describe, expect, it } from 'vitest';
import { type MailEvent, translate } from './mail-event.ts';

const AT = new Date('2026-11-22T10:00:00Z');
const SECONDS = AT.getTime() / 1000;
const ID = '<3f0c1c1e-6f8f-4a0e-9a55-0d8f5f8d6d11@shop.example>';

const mailgun = (change: object): MailEvent[] =>
  translate({
    source: 'mailgun',
    token: 't1',
    data: {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      recipient: 'ada@example.com',
      timestamp: SECONDS,
      message: { headers: { 'message-id': ID.slice(1, -1) } },
      ...change,
    },
  });

const sendgrid = (...changes: object[]): MailEvent[] =>
  translate({
    source: 'sendgrid',
    events: changes.map((change, index) => ({
      event: 'bounce',
      type: 'bounce',
      email: 'ada@example.com',
      timestamp: SECONDS,
      sg_event_id: `e${index}`,
      message_id: ID,
      ...change,
    })),
  });

const mailbox = (status: string | null): MailEvent[] =>
  translate({
    source: 'mailbox',
    report: {
      id: 'r1',
      at: AT,
      messageId: ID,
      to: 'ada@example.com',
      failures: [{ address: 'x@y.example', status }],
      complaint: null,
    },
  });

describe('Mailgun', () => {
  it('yields all fields of an event', () => {
    expect(mailgun({ 'delivery-status': { code: 550, 'enhanced-code': '5.1.1' } })).toEqual([
      { id: 'mailgun:t1', kind: 'hard', messageId: ID, address: 'ada@example.com', status: '5.1.1', at: AT },
    ]);
  });

  it.each([
    ['a bounce', {}, 'hard'],
    ['a bounce whose server named no status', { 'delivery-status': { 'enhanced-code': '' } }, 'hard'],
    ['a bounce of a full mailbox', { 'delivery-status': { 'enhanced-code': '5.2.2' } }, 'soft'],
    ['a bounce that it calls soft', { 'delivery-status': { 'bounce-type': 'soft' } }, 'soft'],
    ['a refusal for policy', { reason: 'generic', 'delivery-status': { 'enhanced-code': '5.7.1' } }, 'soft'],
    ['an expired retry', { reason: 'old' }, 'soft'],
    ['a suppressed bounce', { reason: 'suppress-bounce' }, 'hard'],
    ['a suppressed complaint', { reason: 'suppress-complaint' }, 'complaint'],
    ['a complaint', { event: 'complained', severity: undefined, reason: undefined }, 'complaint'],
  ])('reports %s as %j -> %s', (_case, change, kind) => {
    expect(mailgun(change).map((event) => event.kind)).toEqual([kind]);
  });

  it.each([
    ['an attempt that Mailgun retries itself', { severity: 'temporary' }],
    ['a delivery', { event: 'delivered' }],
    ['an unsubscription at Mailgun', { reason: 'suppress-unsubscribe' }],
    ['an unreadable field', { recipient: 7 }],
    ['an invalid time', { timestamp: 1e300 }],
  ])('reports no event for %s', (_case, change) => {
    expect(mailgun(change)).toEqual([]);
  });

  it('may name no Message-ID', () => {
    expect(mailgun({ message: null })[0]?.messageId).toBeNull();
  });
});

describe('SendGrid', () => {
  it.each([
    ['a bounce', { status: '5.1.1' }, 'hard'],
    ['a bounce without a status', {}, 'hard'],
    ['a bounce with a long reason', { reason: 'no such user '.repeat(400) }, 'hard'],
    ['a full mailbox', { status: '5.2.2' }, 'soft'],
    ['a block', { type: 'blocked' }, 'soft'],
    ['a drop after a bounce', { event: 'dropped', reason: 'Bounced Address' }, 'hard'],
    ['a drop after a complaint', { event: 'dropped', reason: 'Spam Reporting Address' }, 'complaint'],
    ['a complaint', { event: 'spamreport' }, 'complaint'],
  ])('reports %s', (_case, change, kind) => {
    expect(sendgrid(change).map((event) => event.kind)).toEqual([kind]);
  });

  it('reports several events at once, and skips all other kinds', () => {
    const events = sendgrid(
      {},
      { event: 'deferred' },
      { event: 'spamreport' },
      { sg_event_id: 7 },
      { event: 'dropped', reason: 'x' },
    );
    expect(events.map(({ id, kind }) => [id, kind])).toEqual([
      ['sendgrid:e0', 'hard'],
      ['sendgrid:e2', 'complaint'],
    ]);
  });

  it('strips what PostgreSQL cannot store', () => {
    expect(sendgrid({ message_id: '<a\0b@x>', email: 'a\0da@example.com', sg_event_id: 'e\0' })).toMatchObject([
      { id: 'sendgrid:e', messageId: '<ab@x>', address: 'ada@example.com' },
    ]);
  });

  it("identifies the mail by our own argument, else by the SMTP server's id", () => {
    expect(sendgrid({ message_id: undefined, 'smtp-id': '<other@x>' })[0]?.messageId).toBe('<other@x>');
  });
});

describe('a report by mail', () => {
  it.each([
    ['5.1.1', 'hard'],
    ['5.2.1', 'hard'],
    ['5.2.2', 'soft'],
    ['5.7.26', 'soft'],
    ['4.4.7', 'soft'],
    ['5.0.0', 'soft'],
    [null, 'soft'],
  ])('with the status %s is %s', (status, kind) => {
    expect(mailbox(status)).toMatchObject([{ id: 'mailbox:r1', kind, address: 'ada@example.com', messageId: ID }]);
  });
});
