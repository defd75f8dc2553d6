import { expect, it } from 'vitest';
import { missingSellerFields, PROCESSORS, SELLER, sellerLine, unnamedProcessors, type Seller } from './seller.mjs';

const complete: Seller = {
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

it('lists all fields that are empty in the delivered product', () => {
  expect(missingSellerFields(SELLER)).toEqual([
    'legal form',
    'postal address',
    'register',
    'register number',
    'VAT number',
    'responsible person',
    'support phone',
  ]);
  expect(unnamedProcessors(PROCESSORS)).toEqual(['runs our servers and keeps the backups', 'delivers our emails']);
});

it.each([
  ['nothing for a complete seller', {}, []],
  [
    'nothing for a seller without register and VAT number',
    { register: null, registerNumber: null, vatNumber: null },
    [],
  ],
  ['a VAT number that is empty', { vatNumber: '' }, ['VAT number']],
  ['an address without lines', { address: [] }, ['postal address']],
] as const)('reports as missing %s', (_case, change, missing) => {
  expect(missingSellerFields({ ...complete, ...change })).toEqual(missing);
});

it('puts name and address on one line', () => {
  expect(sellerLine(complete)).toBe('Morning Ltd., 1 High Street, Cardiff CF10 1AA, United Kingdom');
  expect(sellerLine({ name: 'Morning Ltd.', address: [] })).toBe('Morning Ltd.');
});
