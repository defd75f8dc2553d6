import { SELLER, TESTIMONIALS, type Seller } from '@course/funnel';
import { expect, it, vi } from 'vitest';
import { warnOfSamples } from './sample-content.ts';

const genuine = TESTIMONIALS.map((testimonial) => ({ ...testimonial, sample: false }));
const oneSample = genuine.map((testimonial, i) => ({ ...testimonial, sample: i === 0 }));
const complete: Seller = {
  ...SELLER,
  sample: false,
  legalForm: 'Private limited company',
  address: ['1 High Street', 'Cardiff CF10 1AA'],
  register: null,
  registerNumber: null,
  vatNumber: null,
  responsible: 'Ada Jones',
  supportPhone: '+44 29 2018 0000',
};

const mail = { from: 'Course <course@shop-of-lessons.com>', owner: 'me@shop-of-lessons.com' };

it.each([
  ['of a sample testimonial', true, oneSample, complete, ['sample testimonials']],
  ['of a seller without an address', true, genuine, { ...complete, address: [] }, ['who sells']],
  ['of both', true, oneSample, SELLER, ['sample testimonials', 'who sells']],
  ['of nothing when everything is filled in', true, genuine, complete, []],
  ['of nothing in development', false, oneSample, SELLER, []],
] as const)('warns %s, one line each', (_case, production, testimonials, seller, subjects) => {
  const warn = vi.fn();
  warnOfSamples({ production, mail }, { warn }, { testimonials, seller, processors: [] });
  expect(warn.mock.calls.map(([, message]) => message as unknown)).toEqual(
    subjects.map((subject) => expect.stringContaining(subject)),
  );
});

it('names what is missing', () => {
  const warn = vi.fn();
  warnOfSamples(
    { production: true, mail },
    { warn },
    { testimonials: genuine, seller: { ...complete, supportPhone: '' }, processors: [] },
  );
  expect(warn).toHaveBeenCalledExactlyOnceWith({ missing: ['support phone'] }, expect.any(String));
});

it('warns of the product as delivered', () => {
  const warn = vi.fn();
  warnOfSamples({ production: true, mail }, { warn });
  expect(warn).toHaveBeenCalledTimes(2);
});

it.each([
  { owner: 'owner@daybreak-ai.example' },
  { owner: 'owner@course.test' },
  { from: 'Course <course@example.com>' },
  { from: 'Course <course@shop.invalid>' },
  { from: 'course@localhost' },
])('warns of the sample address %o', (address) => {
  const warn = vi.fn();
  warnOfSamples(
    { production: true, mail: { ...mail, ...address } },
    { warn },
    { testimonials: genuine, seller: complete, processors: [] },
  );
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { addresses: Object.values(address) },
    expect.stringContaining('alerts are lost'),
  );
});
