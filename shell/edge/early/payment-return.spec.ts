import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import script from './payment-return.js?raw';

/** Runs the script at an address. Returns the names of the attributes it sets on the document, and the title. */
function runAt(search: string): { marks: string[]; title: string } {
  const marks: string[] = [];
  const document = {
    title: 'Payment Successful! - The Product',
    documentElement: { setAttribute: (name: string) => marks.push(name) },
  };
  vm.runInNewContext(script, { window: { location: { search } }, document });
  return { marks, title: document.title };
}

describe('the page after the return from a payment', () => {
  it.each([
    ['?session_id=cs_test_1', ['data-has-checkout'], 'Your payment - The Product'],
    ['?plan=4week&session_id=cs_1', ['data-has-checkout'], 'Your payment - The Product'],
    ['', [], 'Payment Successful! - The Product'],
    ['?my_session_id=1', [], 'Payment Successful! - The Product'],
  ])('claims nothing before the server has confirmed it: %s', (search, marks, title) => {
    expect(runAt(search)).toEqual({ marks, title });
  });
});
