import { expect, it } from 'vitest';
import { isStillWanted, KINDS } from './kinds.ts';
import type { MailKind } from './mail.ts';

const ALL = Object.keys(KINDS) as MailKind[];
const TO_OWNER: readonly MailKind[] = ['owner_alert', 'owner_refund_request', 'owner_second_order', 'owner_withdrawal'];
const ALWAYS: readonly MailKind[] = ['course_link', 'refund_request', 'withdrawal_receipt', ...TO_OWNER];
const OF_PAID: readonly MailKind[] = ['confirmation', 'second_order', ...ALWAYS];
const OF_RUNNING: readonly MailKind[] = ['lesson', ...OF_PAID];
const OF_REFUNDED: readonly MailKind[] = ['withdrawal', ...ALWAYS];
const OF_UNSUBSCRIBED: readonly MailKind[] = ['stopped', ...OF_PAID];
const OF_REQUEST_OR_PAYMENT: readonly MailKind[] = [
  'first_step_confirm',
  'first_step',
  'checkout_reminder',
  'payment_failed',
];

it('knows when each kind of mail is wanted', () => {
  const stated = new Set([...OF_RUNNING, ...OF_REFUNDED, ...OF_UNSUBSCRIBED, ...OF_REQUEST_OR_PAYMENT]);
  expect([...stated].sort()).toEqual([...ALL].sort());
});

it.each<[string, string | null, string | null, string | null, readonly MailKind[]]>([
  ['an active course', 'paid', 'active', null, OF_RUNNING],
  ['a finished course, whose last lesson may be queued', 'paid', 'finished', null, OF_RUNNING],
  ['a reader who unsubscribed', 'paid', 'stopped', 'unsubscribed', OF_UNSUBSCRIBED],
  ['an address that bounced', 'paid', 'stopped', 'bounced', OF_PAID],
  ['a refunded order', 'refunded', 'stopped', 'refunded', OF_REFUNDED],
  ['a disputed order', 'disputed', 'stopped', 'disputed', ALWAYS],
  ['a refunded order whose course was not stopped', 'refunded', 'active', null, OF_REFUNDED],
  ['a person whose data was erased', 'paid', 'stopped', 'erased', TO_OWNER],
  ['no order, no request and no payment', null, null, null, ALWAYS],
])('sends what is still wanted for %s', (_, orderStatus, courseStatus, stopReason, wanted) => {
  const sent = ALL.filter((kind) => isStillWanted(kind, { orderStatus, courseStatus, stopReason }));
  expect(sent.sort()).toEqual([...wanted].sort());
});
