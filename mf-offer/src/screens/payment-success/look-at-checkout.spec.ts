import { describe, expect, it } from 'vitest';
import { seenIn } from './look-at-checkout.ts';

describe('what the server tells of a checkout', () => {
  it('is kept when it is well formed', () => {
    expect(
      seenIn({
        status: 'paid',
        plan: '12week',
        amountCents: 4480,
        currency: 'usd',
        orderNumber: 'K7XM-4PRH',
        maskedEmail: 'j•••@g•••.com',
        correctable: true,
      }),
    ).toEqual({
      look: 'paid',
      facts: {
        plan: '12week',
        amountCents: 4480,
        currency: 'usd',
        orderNumber: 'K7XM-4PRH',
        maskedEmail: 'j•••@g•••.com',
        correctable: true,
      },
    });
  });

  it.each([
    [null],
    ['paid'],
    [7],
    [{}],
    [{ status: 'forgotten' }],
    [{ status: 7, plan: 7, maskedEmail: {}, correctable: 'yes' }],
  ])('is no answer when it is %o', (answer) => {
    expect(seenIn(answer)).toMatchObject({ look: 'unreachable' });
    expect(seenIn(answer).facts).not.toHaveProperty('plan');
    expect(seenIn(answer).facts.correctable ?? false).toBe(false);
  });
});
