import { expect, it } from 'vitest';
import { sorted, turned } from './sorting.ts';

const rows = [
  { path: '/q10', seconds: 5 },
  { path: '/q2', seconds: null },
  { path: '/q1', seconds: 7 },
];
const paths = (by: 'path' | 'seconds', order: 'ascending' | 'descending') =>
  sorted(rows, { by, order }).map(({ path }) => path);

it('sorts names as people count', () => {
  expect(paths('path', 'ascending')).toEqual(['/q1', '/q2', '/q10']);
  expect(paths('path', 'descending')).toEqual(['/q10', '/q2', '/q1']);
});

it('leaves what is not known at the end either way', () => {
  expect(paths('seconds', 'ascending')).toEqual(['/q10', '/q1', '/q2']);
  expect(paths('seconds', 'descending')).toEqual(['/q1', '/q10', '/q2']);
});

it('begins with the most of a number and the first of a name, and turns at the second time', () => {
  const by = turned<string>({ by: 'views', order: 'descending' }, 'path', true);
  expect(by).toEqual({ by: 'path', order: 'ascending' });
  expect(turned(by, 'path', true)).toEqual({ by: 'path', order: 'descending' });
  expect(turned(by, 'seconds', false)).toEqual({ by: 'seconds', order: 'descending' });
});
