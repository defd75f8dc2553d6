import { describe, expect, it } from 'vitest';
import { CURRICULUM_DAYS, curriculumDayAt, WEEKS, weekOrderFor } from './curriculum.mjs';
import { PLANS } from './plans.mjs';

const IN_FILE_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('the curriculum', () => {
  it('has as many days as the longest plan', () => {
    expect(CURRICULUM_DAYS).toBe(Math.max(...PLANS.map(({ days }) => days)));
  });

  it('numbers its weeks in order', () => {
    expect(WEEKS.map(({ week }) => week)).toEqual(IN_FILE_ORDER);
  });
});

describe("a visitor's order of weeks", () => {
  it.each([
    ['nothing chosen', [], IN_FILE_ORDER],
    ['one area', ['business'], [1, 2, 3, 4, 9, 12, 5, 6, 7, 8, 10, 11]],
    [
      'two areas, in the order of the curriculum and not of choosing',
      ['marketing', 'design'],
      [1, 2, 3, 4, 6, 8, 11, 5, 7, 9, 10, 12],
    ],
    ['every area', ['design', 'development', 'marketing', 'writing', 'business'], IN_FILE_ORDER],
    ['an unknown area', ['astrology'], IN_FILE_ORDER],
  ])('%s', (_case, areas, order) => {
    expect(weekOrderFor(areas)).toEqual(order);
  });
});

describe('the day at a place', () => {
  const order = weekOrderFor(['business']);

  it.each([
    [1, 1],
    [7, 7],
    [28, 28],
    [29, 57],
    [35, 63],
    [36, 78],
    [43, 29],
    [84, 77],
  ])('place %i is day %i', (place, day) => {
    expect(curriculumDayAt(place, order)).toBe(day);
  });

  it('covers every day once', () => {
    const days = Array.from({ length: CURRICULUM_DAYS }, (_, index) => curriculumDayAt(index + 1, order));
    expect([...days].sort((a, b) => a - b)).toEqual(Array.from({ length: CURRICULUM_DAYS }, (_, index) => index + 1));
  });

  it.each([0, -1, 85, 1.5, Number.NaN])('refuses place %s', (place) => {
    expect(() => curriculumDayAt(place, order)).toThrow(RangeError);
  });
});
