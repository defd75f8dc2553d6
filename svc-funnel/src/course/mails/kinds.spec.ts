import { expect, it } from 'vitest';
import { isStillWanted } from './kinds.ts';
import type { MailKind } from './mail.ts';

const KINDS: readonly MailKind[] = [
  'withdrawal',
  'confirmation',
  'lesson',
  'course_link',
  'refund_request',
  'owner_refund_request',
  'owner_alert',
  'second_order',
  'owner_second_order',
];
const AFTER_STOP: readonly MailKind[] = [
  'course_link',
  'refund_request',
  'owner_refund_request',
  'owner_alert',
  'owner_second_order',
];
const OF_PAID = KINDS.filter((kind) => kind !== 'withdrawal');
const AFTER_REFUND: readonly MailKind[] = ['withdrawal', ...AFTER_STOP];

it.each<[string, string | null, string | null, string | null, readonly MailKind[]]>([
  ['an active course', 'paid', 'active', null, OF_PAID],
  ['a finished course, whose last lesson may be queued', 'paid', 'finished', null, OF_PAID],
  ['a reader who unsubscribed', 'paid', 'stopped', 'unsubscribed', OF_PAID.filter((kind) => kind !== 'lesson')],
  ['an address that bounced', 'paid', 'stopped', 'bounced', OF_PAID.filter((kind) => kind !== 'lesson')],
  ['a refunded order', 'refunded', 'stopped', 'refunded', AFTER_REFUND],
  ['a disputed order', 'disputed', 'stopped', 'disputed', AFTER_STOP],
  ['a refunded order whose course was not stopped', 'refunded', 'active', null, AFTER_REFUND],
  [
    'a person whose data was erased',
    'paid',
    'stopped',
    'erased',
    ['owner_refund_request', 'owner_alert', 'owner_second_order'],
  ],
])('sends what is still wanted for %s', (_, orderStatus, courseStatus, stopReason, wanted) => {
  expect(KINDS.filter((kind) => isStillWanted(kind, { orderStatus, courseStatus, stopReason }))).toEqual(wanted);
});

it('sends the owner alerts that belong to no order', () => {
  expect(isStillWanted('owner_alert', { orderStatus: null, courseStatus: null, stopReason: null })).toBe(true);
});

it('sends nothing without an order unless its request or payment exists', () => {
  const none = { orderStatus: null, courseStatus: null, stopReason: null };
  for (const kind of ['first_step_confirm', 'first_step', 'checkout_reminder', 'payment_failed'] as const)
    expect(isStillWanted(kind, none)).toBe(false);
});
