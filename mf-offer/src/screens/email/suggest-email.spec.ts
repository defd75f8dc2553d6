import { describe, expect, it } from 'vitest';
import { editDistance, suggestEmail } from './suggest-email.ts';

describe('the suggested address', () => {
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
  ])('for %s is %s', (typed, suggestion) => {
    expect(suggestEmail(typed)).toBe(suggestion);
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
  ])('is none for %s', (typed) => {
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
])('the edit distance of "%s" and "%s" is %i', (a, b, distance) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
});
