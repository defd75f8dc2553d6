import { describe, expect, it, test } from 'vitest';
import { checkCard, emailProblem } from './check.ts';
import { formatExpiry, parseExpiry } from './expiry.ts';
import { formatNumber, passesLuhn, shapeOf } from './number.ts';

test.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242-4242-4242-99', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('groups the number %j as %j', (typed, shown) => expect(formatNumber(typed)).toBe(shown));

test.each([
  ['4242424242424242', true],
  ['4242424242424241', false],
  ['378282246310005', true],
  ['', false],
])('checks the check digit of %j: %j', (digits, valid) => expect(passesLuhn(digits)).toBe(valid));

test.each([
  ['4', 'visa'],
  ['55', 'mastercard'],
  ['37', 'amex'],
  ['6011', 'unknown'],
])('knows the brand of %s...: %s', (digits, brand) => expect(shapeOf(digits).brand).toBe(brand));

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1/30', '01 / 30'],
  ['12/2030', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['1230', '12 / 30'],
])('shows the expiry %j as %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

it('lets the slash be deleted', () => expect(formatExpiry('12 /', true)).toBe('12'));

test.each([
  ['12 / 30', { month: 12, year: 2030 }],
  ['13 / 30', undefined],
  ['12 / 3', undefined],
])('reads the expiry %j', (text, date) => expect(parseExpiry(text)).toEqual(date));

const now = new Date(2026, 10, 21);
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', name: 'Ada Lovelace' };

describe('the problems of a card', () => {
  it('are none when every field is good', () => expect(checkCard(good, now)).toEqual({}));

  test.each([
    [{ number: '4242 4242' }, { number: 'Your card number is incomplete.' }],
    [{ number: '4242 4242 4242 4241' }, { number: 'Your card number is invalid.' }],
    [{ expiry: '1' }, { expiry: "Your card's expiration date is incomplete." }],
    [{ expiry: '13 / 30' }, { expiry: "Your card's expiration date is invalid." }],
    [{ expiry: '12 / 25' }, { expiry: "Your card's expiration year is in the past." }],
    [{ expiry: '10 / 26' }, { expiry: "Your card's expiration date is in the past." }],
    [{ expiry: '11 / 26' }, {}],
    [{ expiry: '12 / 99' }, { expiry: "Your card's expiration year is invalid." }],
    [{ cvc: '12' }, { cvc: "Your card's security code is incomplete." }],
    [{ number: '378282246310005', cvc: '123' }, { cvc: "Your card's security code is incomplete." }],
    [{ number: '378282246310005', cvc: '1234' }, {}],
    [{ name: '  ' }, { name: 'This field is incomplete.' }],
  ])('with %j are %j', (change, problems) => expect(checkCard({ ...good, ...change }, now)).toEqual(problems));
});

test.each([
  ['', 'Your email is incomplete.'],
  ['a@b', 'Your email is invalid.'],
  [' ada@example.com ', undefined],
])('reports for the email %j: %j', (typed, problem) => expect(emailProblem(typed)).toBe(problem));
