import { describe, expect, it } from 'vitest';
import { WEEKS, weekOrderFor } from './week-order.mjs';

const IN_FILE_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

it('numbers its weeks in order', () => {
  expect(WEEKS.map(({ week }) => week)).toEqual(IN_FILE_ORDER);
});

describe("a visitor's order of weeks", () => {
  it.each([
    ['is the curriculum if nothing is chosen', [], IN_FILE_ORDER],
    ['moves one chosen area forward', ['business'], [1, 2, 3, 4, 9, 12, 5, 6, 7, 8, 10, 11]],
    [
      'moves two areas forward, in the order of the curriculum rather than of choosing',
      ['marketing', 'design'],
      [1, 2, 3, 4, 6, 8, 11, 5, 7, 9, 10, 12],
    ],
    [
      'is the curriculum if every area is chosen',
      ['design', 'development', 'marketing', 'writing', 'business'],
      IN_FILE_ORDER,
    ],
    ['ignores an unknown area', ['astrology'], IN_FILE_ORDER],
  ])('%s', (_case, areas, order) => {
    expect(weekOrderFor(areas)).toEqual(order);
  });
});
