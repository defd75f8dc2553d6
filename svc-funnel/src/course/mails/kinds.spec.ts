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
const AFTER_LEAVING: readonly MailKind[] = [
  'course_link',
  'refund_request',
  'owner_refund_request',
  'owner_alert',
  'owner_second_order',
];
const OF_PAID = KINDS.filter((kind) => kind !== 'withdrawal');
const AFTER_REFUND: readonly MailKind[] = ['withdrawal', ...AFTER_LEAVING];

it.each<[string, string | null, string | null, string | null, readonly MailKind[]]>([
  ['an active course', 'paid', 'active', null, OF_PAID],
  ['a finished course: its last lesson may be on its way', 'paid', 'finished', null, OF_PAID],
  ['a reader who unsubscribed', 'paid', 'stopped', 'unsubscribed', OF_PAID.filter((kind) => kind !== 'lesson')],
  ['an address that bounced', 'paid', 'stopped', 'bounced', OF_PAID.filter((kind) => kind !== 'lesson')],
  ['a refunded order', 'refunded', 'stopped', 'refunded', AFTER_REFUND],
  ['a disputed order', 'disputed', 'stopped', 'disputed', AFTER_LEAVING],
  ['a refunded order whose course nobody stopped', 'refunded', 'active', null, AFTER_REFUND],
  [
    'a person whose data was erased',
    'paid',
    'stopped',
    'erased',
    ['owner_refund_request', 'owner_alert', 'owner_second_order'],
  ],
])('what waits for %s', (_, orderStatus, courseStatus, stopReason, wanted) => {
  expect(KINDS.filter((kind) => isStillWanted(kind, { orderStatus, courseStatus, stopReason }))).toEqual(wanted);
});

it('tells the owner what belongs to no order', () => {
  expect(isStillWanted('owner_alert', { orderStatus: null, courseStatus: null, stopReason: null })).toBe(true);
});

it('sends nothing without an order unless there is what it belongs to', () => {
  const none = { orderStatus: null, courseStatus: null, stopReason: null };
  for (const kind of ['first_step_confirm', 'first_step', 'checkout_reminder', 'payment_failed'] as const)
    expect(isStillWanted(kind, none)).toBe(false);
});
