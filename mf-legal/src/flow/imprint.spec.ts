import { SELLER, type Seller } from '@course/funnel';
import { expect, it } from 'vitest';
import { imprintOf } from './imprint.ts';

const complete: Seller = {
  ...SELLER,
  sample: false,
  name: 'Morning Ltd.',
  legalForm: 'Private limited company',
  address: ['1 High Street', 'Cardiff CF10 1AA', 'United Kingdom'],
  register: 'Companies House, Cardiff',
  registerNumber: '01234567',
  vatNumber: 'GB123456789',
  responsible: 'Ada Jones',
  supportEmail: 'help@morning.test',
  supportPhone: '+44 29 2018 0000',
};

const wordsOf = (seller: Seller): string => JSON.stringify(imprintOf(seller));

it.each([
  'Morning Ltd.',
  'Legal form: Private limited company',
  'Address: 1 High Street, Cardiff CF10 1AA, United Kingdom',
  'Register: Companies House, Cardiff',
  'Register number: 01234567',
  'VAT number: GB123456789',
  'Ada Jones acts for the seller',
  'Email: [help@morning.test](mailto:help@morning.test)',
  'Phone: +44 29 2018 0000',
])('states "%s"', (words) => {
  expect(wordsOf(complete)).toContain(words);
});

it('is complete with all fields, and says which of register and VAT number a seller does not have', () => {
  expect(wordsOf(complete)).not.toContain('not complete');
  const small = wordsOf({ ...complete, register: null, registerNumber: null, vatNumber: null });
  expect(small).not.toContain('not complete');
  expect(small).toContain('We are not entered in a register.');
  expect(small).toContain('We have no VAT number.');
});

it('names the missing details instead of showing empty lines', () => {
  const words = wordsOf({ ...complete, address: [], supportPhone: '' });
  expect(words).toContain('still has to state postal address and support phone');
  expect(words).not.toMatch(/(Address|Phone): ?["\\]/);
});
