import { digitsOf } from '../card/number.ts';

export type CardOutcome =
  /** `disputed`: the payment succeeds and is disputed at once. */
  | { kind: 'succeeds'; disputed?: boolean }
  | { kind: 'requires-authentication' }
  | { kind: 'declines'; code: string; declineCode?: string; message: string };

const declines = (message: string, declineCode?: string, code = 'card_declined'): CardOutcome => ({
  kind: 'declines',
  code,
  message,
  ...(declineCode === undefined ? {} : { declineCode }),
});

/** Stripe's published test cards: https://docs.stripe.com/testing */
const TEST_CARDS: Readonly<Record<string, CardOutcome>> = {
  '4242424242424242': { kind: 'succeeds' },
  '5555555555554444': { kind: 'succeeds' },
  '378282246310005': { kind: 'succeeds' },
  '4000000000000259': { kind: 'succeeds', disputed: true },
  '4000002760003184': { kind: 'requires-authentication' },
  '4000000000000002': declines('Your card was declined.', 'generic_decline'),
  '4000000000009995': declines('Your card has insufficient funds.', 'insufficient_funds'),
  '4000000000000069': declines('Your card has expired.', undefined, 'expired_card'),
  '4000000000000127': declines("Your card's security code is incorrect.", undefined, 'incorrect_cvc'),
  '4000000000000119': declines(
    'An error occurred while processing your card. Try again in a little bit.',
    undefined,
    'processing_error',
  ),
};

const NOT_A_TEST_CARD = declines(
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  'test_mode_live_card',
);

/** Returns the outcome of charging this card. */
export const outcomeOf = (number: string): CardOutcome => TEST_CARDS[digitsOf(number)] ?? NOT_A_TEST_CARD;
