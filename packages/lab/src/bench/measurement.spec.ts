import { expect, test } from 'vitest';
import { measurementTable } from './measurement.ts';

test('shows each figure with its budget', () => {
  const lines = measurementTable([
    { name: 'a later start', value: 16.25, unit: 's', budget: 15 },
    { name: 'idle memory', value: 512, unit: 'MB', budget: 900 },
    { name: 'requests', value: 7, unit: '' },
  ]).split('\n');
  expect(lines.slice(2).map((line) => line.split(/ {2,}/))).toEqual([
    ['a later start', '16.3 s', '15 s', 'OVER'],
    ['idle memory', '512 MB', '900 MB', 'within'],
    ['requests', '7'],
  ]);
});
