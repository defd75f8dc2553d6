import { describe, expect, it } from 'vitest';
import { lessonIdAt } from './lessons-of-course.mjs';
import { WEEK_ORDER_IDS, WEEKS, weekOrderFor } from './week-order.mjs';

const IN_FILE_ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

it('numbers its weeks in order', () => {
  expect(WEEKS.map(({ week }) => week)).toEqual(IN_FILE_ORDER);
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

describe('the lesson at a place of a course from before plans were stored', () => {
  const course = { lessonIds: [], weekOrder: weekOrderFor(['business']) };

  it.each([
    [1, 'day-01'],
    [7, 'day-07'],
    [28, 'day-28'],
    [29, 'day-57'],
    [35, 'day-63'],
    [36, 'day-78'],
    [43, 'day-29'],
    [84, 'day-77'],
  ])('place %i is %s', (place, id) => {
    expect(lessonIdAt(course, place)).toBe(id);
  });

  it('is each lesson once', () => {
    const ids = Array.from({ length: 84 }, (_, index) => lessonIdAt(course, index + 1));
    expect([...ids].sort()).toEqual([...WEEK_ORDER_IDS].sort());
  });

  it.each([0, -1, 85, 1.5, Number.NaN])('is none at place %s', (place) => {
    expect(() => lessonIdAt(course, place)).toThrow(RangeError);
  });
});

it('is the stored one for a course with a plan', () => {
  const course = { lessonIds: ['deep-research', 'day-03'], weekOrder: [] };
  expect([lessonIdAt(course, 1), lessonIdAt(course, 2)]).toEqual(['deep-research', 'day-03']);
  expect(() => lessonIdAt(course, 3)).toThrow(RangeError);
});
