import { planCourse } from '@course/funnel/course';
import { describe, expect, it } from 'vitest';
import { aLesson } from '../../../test/sample-mails.ts';
import { outlineIn, placedLesson, reviewOf, type StoredPlan } from './placed-lesson.ts';

const lessonOf = (id: string) => (id === 'gone' ? undefined : aLesson({ id, title: `About ${id}`, area: 'design' }));
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'gone', 'i'];
const plan = (answers: StoredPlan['planAnswers'] = {}): StoredPlan => ({
  lessonIds: IDS,
  weekOrder: [],
  planVersion: '2.abc',
  planAnswers: answers,
});

describe('a lesson at its place', () => {
  it('is the planned one, with the answer that it was chosen for', () => {
    expect(placedLesson(plan({ q15: '["design"]', q20: '5-min' }), 2, lessonOf)).toMatchObject({
      lesson: { id: 'b' },
      because: 'because you chose Design',
      parts: ['short', 'lesson'],
      week: [],
    });
  });

  it('has the lessons of its week at the end of a week', () => {
    expect(placedLesson(plan(), 7, lessonOf)?.week.map(({ title }) => title)).toEqual(
      IDS.slice(0, 7).map((id) => `About ${id}`),
    );
  });

  it('is undefined while its file cannot be read, and throws outside the course', () => {
    expect(placedLesson(plan(), 8, lessonOf)).toBeUndefined();
    expect(() => placedLesson(plan(), 10, lessonOf)).toThrow(RangeError);
  });

  it.each([null, 'text', ['q15'], { q15: 3 }])('ignores malformed stored answers: %j', (answers) => {
    expect(placedLesson(plan(answers as StoredPlan['planAnswers']), 1, lessonOf)).toMatchObject({
      because: null,
      parts: ['lesson'],
    });
  });

  it('follows the order of weeks in a course of an earlier release', () => {
    const before: StoredPlan = { lessonIds: [], weekOrder: [1, 9], planVersion: '1', planAnswers: {} };
    expect(placedLesson(before, 8, lessonOf)).toMatchObject({ lesson: { id: 'day-57' }, because: null });
    expect(outlineIn(before)).toBeNull();
  });
});

it('reviews a week by the takeaways of its lessons', () => {
  expect(reviewOf([{ title: 'One', takeaway: 'Keep one.' }])).toContain('- **One:** Keep one.');
});

it('gives a confirmation the outline that the offer showed', () => {
  const answers = { q15: '["design"]' };
  const { version, lessons } = planCourse(answers, 28);
  const stored = { lessonIds: lessons.map(({ id }) => id), weekOrder: [], planVersion: version, planAnswers: answers };
  expect(outlineIn(stored)).toMatchObject({ reasons: [{ because: 'because you chose Design' }] });
  expect(outlineIn(stored)?.weeks).toHaveLength(4);
});
