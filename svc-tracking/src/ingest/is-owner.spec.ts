import { expect, it } from 'vitest';
import { isOwner } from './is-owner.ts';

it.each([
  [undefined, false],
  ['', false],
  ['not_counted=1', true],
  ['a=b; not_counted=1; c=d', true],
  ['not_counted=0', false],
  ['not_counted=12', false],
  ['xnot_counted=1', false],
  ['a=not_counted=1', false],
])('%j', (cookie, expected) => {
  expect(isOwner(cookie)).toBe(expected);
});
