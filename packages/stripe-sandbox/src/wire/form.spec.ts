import { expect, it, test } from 'vitest';
import { parseForm } from './form.ts';

test.each([
  ['a=1&b=', { a: '1', b: '' }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['l[0][x]=1&l[1][x]=2', { l: [{ x: '1' }, { x: '2' }] }],
  ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['name=4%20weeks+%2B%20more', { name: '4 weeks + more' }],
  ['', {}],
])('reads %j', (text, form) => expect(parseForm(text)).toEqual(form));

it('keeps a parameter called __proto__ out of the prototype', () => {
  const form = parseForm('__proto__[polluted]=yes&a[__proto__][polluted]=yes');
  expect('polluted' in {}).toBe(false);
  expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
});

it('refuses a parameter that is both a value and a hash', () => {
  expect(() => parseForm('a=1&a[b]=2')).toThrow('both a value and a hash');
});
