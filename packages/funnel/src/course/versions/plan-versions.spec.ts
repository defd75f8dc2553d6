import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planCourse, PLAN_VERSION } from '../planner/plan-course.mjs';
import { lessonIdAt, planOfVersion } from './plan-versions.mjs';
import { SAMPLE_VISITORS } from '../sample-visitors.mjs';
import { PLAN_DAYS } from '../vocabulary.mjs';
import { WEEK_ORDER_IDS, weekOrderFor } from './week-order.mjs';

describe('the plan that an offer shows', () => {
  const plansOf = (version: string | null) =>
    SAMPLE_VISITORS.flatMap(([, answers]) => PLAN_DAYS.map((days) => planOfVersion(version, answers, days)));

  it.each([PLAN_VERSION, '2.unknown', null])('of version %s is the newest', (version) => {
    expect(plansOf(version)).toEqual(
      SAMPLE_VISITORS.flatMap(([, answers]) => PLAN_DAYS.map((days) => planCourse(answers, days))),
    );
  });

  // The digest was printed by the release that showed these plans.
  it.each([['2.3d7eff11', 'e44be5e6c68b4e5f']])('of version %s is the one that release planned', (version, digest) => {
    const plans = plansOf(version);
    expect(new Set(plans.map((plan) => plan.version))).toEqual(new Set([version]));
    expect(createHash('sha256').update(JSON.stringify(plans)).digest('hex').slice(0, 16)).toBe(digest);
  });

  it('of version 1 consists of whole weeks', () => {
    const { version, lessons } = planOfVersion('1', { q15: '["business"]' }, 84);
    expect([version, lessons.map(({ id }) => id)[28]]).toEqual(['1', 'day-57']);
  });
});

describe('the lesson at a place of a course bought before plans were stored', () => {
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
  ])('at place %i is %s', (place, id) => {
    expect(lessonIdAt(course, place)).toBe(id);
  });

  it('is a different one at each place', () => {
    const ids = Array.from({ length: 84 }, (_, index) => lessonIdAt(course, index + 1));
    expect([...ids].sort()).toEqual([...WEEK_ORDER_IDS].sort());
  });

  it.each([0, -1, 85, 1.5, Number.NaN])('does not exist at place %s', (place) => {
    expect(() => lessonIdAt(course, place)).toThrow(RangeError);
  });
});

it('returns the stored lesson for a course with a plan', () => {
  const course = { lessonIds: ['deep-research', 'day-03'], weekOrder: [] };
  expect([lessonIdAt(course, 1), lessonIdAt(course, 2)]).toEqual(['deep-research', 'day-03']);
  expect(() => lessonIdAt(course, 3)).toThrow(RangeError);
});
