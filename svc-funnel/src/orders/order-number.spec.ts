import { orderNumber } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { newOrderNumber, orderNumberIn } from './order-number.ts';

/** Returns a source of numbers in place of random ones: 0, 1, 2, ... */
const counting = () => {
  let at = -1;
  return (below: number) => (at += 1) % below;
};

describe('a new order number', () => {
  it('is two groups of four, and depends only on the random numbers', () => {
    expect([newOrderNumber(counting()), newOrderNumber((below) => below - 1)]).toEqual(['2345-6789', 'YYYY-YYYY']);
  });

  it('is valid by the contract, whatever the random numbers', () => {
    const random = counting();
    for (let round = 0; round < 50; round += 1)
      expect(orderNumber.safeParse(newOrderNumber(random)).success).toBe(true);
  });

  it.each([...'01ILOZSGBAEU'])('never contains %s, which can be misread or makes words', (letter) => {
    const random = counting();
    const all = Array.from({ length: 22 }, () => newOrderNumber(random)).join('');
    expect(all).not.toContain(letter);
  });
});

describe('an order number that was typed', () => {
  it.each(['K7XM-4PRH', 'k7xm-4prh', 'K7XM4PRH', ' k7xm 4prh ', '#K7xm-4PRH'])('is recognised in %j', (typed) => {
    expect(orderNumberIn(typed)).toBe('K7XM-4PRH');
  });

  it.each(['', 'K7XM-4PR', 'K7XM-4PRHH', 'K7XM-4PRO', '3f2b8c1e', 'anna@example.com'])(
    'is not found in %j',
    (typed) => {
      expect(orderNumberIn(typed)).toBeNull();
    },
  );
});
