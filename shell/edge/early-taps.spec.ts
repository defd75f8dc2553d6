import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';

const script = readFileSync(path.join(import.meta.dirname, 'early-taps.js'), 'utf8');

/** The names of the attributes that the script sets on the document at an address. */
function marksAt(search: string): string[] {
  const marks: string[] = [];
  const window = { location: { search, hash: '', pathname: '/payment-success' } };
  vm.runInNewContext(script, { window, addEventListener: () => {}, document: { documentElement: { setAttribute: (name: string) => marks.push(name) } } });
  return marks;
}

describe('a page that a visitor comes back to from a payment', () => {
  it.each([
    ['?session_id=cs_test_1', ['data-has-checkout']],
    ['?plan=4week&session_id=cs_1', ['data-has-checkout']],
    ['', []],
    ['?my_session_id=1', []],
  ])('%s', (search, marks) => {
    expect(marksAt(search)).toEqual(marks);
  });
});
