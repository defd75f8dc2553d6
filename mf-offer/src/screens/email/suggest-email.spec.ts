import { describe, expect, it } from 'vitest';
import { slipsBetween, suggestEmail } from './suggest-email.ts';

describe('the address that was probably meant', () => {
  it.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@gmail.co', 'anna@gmail.com'],
    ['anna@gmailcom', 'anna@gmail.com'],
    ['anna@GMAI.com', 'anna@gmail.com'],
    ['anna@gnail.com', 'anna@gmail.com'],
    ['anna@hotmial.com', 'anna@hotmail.com'],
    ['anna@hotnail.con', 'anna@hotmail.com'],
    ['anna@yaho.com', 'anna@yahoo.com'],
    ['anna@yahooo.com', 'anna@yahoo.com'],
    ['anna@outlok.com', 'anna@outlook.com'],
    ['anna@iclould.com', 'anna@icloud.com'],
    ['a.b+c@gmial.com', 'a.b+c@gmail.com'],
  ])('%s -> %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each([
    'anna@gmail.com',
    'anna@GMAIL.COM',
    'a@b',
    'anna',
    '@gmial.com',
    'anna@',
    'anna@example.com',
    'anna@yahoo.co.uk',
    'anna@yahoo.de',
    'anna@hotmail.fr',
    'anna@mail.com',
    'anna@email.com',
    'anna@ymail.com',
    'anna@gmx.com',
    'anna@my-company.io',
    'anna@cam.ac.uk',
    'anna@hey.com',
    'anna@we.com',
  ])('%s is left alone', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});

it.each([
  ['gmail', 'gmail', 0],
  ['gmial', 'gmail', 1],
  ['gmil', 'gmail', 1],
  ['gmaail', 'gmail', 1],
  ['gnail', 'gmail', 1],
  ['', 'gmail', 5],
])('%s and %s are %i slips apart', (a, b, slips) => {
  expect([slipsBetween(a, b), slipsBetween(b, a)]).toEqual([slips, slips]);
});
