import { expect, it } from 'vitest';
import { parameterised, raw, statement, withLiterals } from './statement.ts';

const nasty = `x'); drop table tracking.page_views; --`;

it('keeps values out of the text', () => {
  const query = statement`select ${raw('a, b')} from f(${nasty}, ${statement`${null}::text`})`;
  expect(parameterised(query)).toEqual({ text: 'select a, b from f($1, $2::text)', values: [nasty, null] });
});

it('refuses a missing value', () => {
  expect(() => statement`select f(${undefined as never})`).toThrow('There is no value after “select f(”.');
});

it.each([
  ['plain', `'plain'`],
  [`it's`, `'it''s'`],
  [nasty, `'x''); drop table tracking.page_views; --'`],
  ['back\\slash', `E'back\\\\slash'`],
  [null, 'null'],
])('writes %j as a literal', (value, expected) => {
  expect(withLiterals(statement`select ${value}`)).toBe(`select ${expected};`);
});
