import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import script from './payment-return.js?raw';

/** The names of the attributes that the script sets on the document at an address, and the title it leaves. */
function runAt(search: string): { marks: string[]; title: string } {
  const marks: string[] = [];
  const document = {
    title: 'Payment Successful! - The Product',
    documentElement: { setAttribute: (name: string) => marks.push(name) },
  };
  vm.runInNewContext(script, { window: { location: { search } }, document });
  return { marks, title: document.title };
}

describe('a page that a visitor comes back to from a payment', () => {
  it.each([
    ['?session_id=cs_test_1', ['data-has-checkout'], 'Your payment - The Product'],
    ['?plan=4week&session_id=cs_1', ['data-has-checkout'], 'Your payment - The Product'],
    ['', [], 'Payment Successful! - The Product'],
    ['?my_session_id=1', [], 'Payment Successful! - The Product'],
  ])('claims nothing before the server was asked: %s', (search, marks, title) => {
    expect(runAt(search)).toEqual({ marks, title });
  });
});
