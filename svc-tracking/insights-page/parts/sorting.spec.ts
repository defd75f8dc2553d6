import { expect, it } from 'vitest';
import { sorted, nextSorting } from './sorting.ts';

const rows = [
  { path: '/q10', seconds: 5 },
  { path: '/q2', seconds: null },
  { path: '/q1', seconds: 7 },
];
const paths = (by: 'path' | 'seconds', order: 'ascending' | 'descending') =>
  sorted(rows, { by, order }).map(({ path }) => path);

it('sorts names by the numbers in them', () => {
  expect(paths('path', 'ascending')).toEqual(['/q1', '/q2', '/q10']);
  expect(paths('path', 'descending')).toEqual(['/q10', '/q2', '/q1']);
});

it('keeps unknown values last in both orders', () => {
  expect(paths('seconds', 'ascending')).toEqual(['/q10', '/q1', '/q2']);
  expect(paths('seconds', 'descending')).toEqual(['/q1', '/q10', '/q2']);
});

it('starts text ascending and numbers descending, and reverses the order the second time', () => {
  const by = nextSorting<string>({ by: 'views', order: 'descending' }, 'path', true);
  expect(by).toEqual({ by: 'path', order: 'ascending' });
  expect(nextSorting(by, 'path', true)).toEqual({ by: 'path', order: 'descending' });
  expect(nextSorting(by, 'seconds', false)).toEqual({ by: 'seconds', order: 'descending' });
});
