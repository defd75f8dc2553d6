import { expect, it } from 'vitest';
import { GENERAL_PLAN } from './general-plan.mjs';
import { generalPlanOf, outlineOf, reasonsOf, weeksOf } from './outline.mjs';
import { planCourse } from './planner/plan-course.mjs';
import { SAMPLE_VISITORS } from './sample-visitors.mjs';

const design = { question: 'q15', value: 'design' };
const house = { question: 'q19', value: 'buy-house' };
const week = [null, design, design, null, house, null, design].map((why, at) => ({ id: `lesson-${at}`, why }));

it('names three lessons of a week in their order: for different answers, and one of the others', () => {
  expect(weeksOf({ lessons: week })).toEqual([['lesson-0', 'lesson-1', 'lesson-4']]);
});

it('names three lessons, too, where all are for answers or none', () => {
  const all = week.map(({ id }) => ({ id, why: design }));
  expect(weeksOf({ lessons: all })).toEqual([['lesson-0', 'lesson-1', 'lesson-2']]);
  expect(weeksOf({ lessons: all.map(({ id }) => ({ id, why: null })) })).toEqual([
    ['lesson-0', 'lesson-1', 'lesson-2'],
  ]);
});

it('counts lessons by answer, the answer with most of them first', () => {
  expect(reasonsOf({ lessons: week })).toEqual([
    { because: 'because you chose Design', count: 3, titles: ['lesson-1', 'lesson-2', 'lesson-6'] },
    { because: 'because you want to buy a house', count: 1, titles: ['lesson-4'] },
  ]);
});

it('is the same from what is stored as from what was planned', () => {
  for (const [who, answers] of SAMPLE_VISITORS) {
    const plan = planCourse(answers, 28);
    const stored = outlineOf(
      plan.lessons.map(({ id }) => id),
      answers,
    );
    expect(stored, who).toEqual({ weeks: weeksOf(plan), reasons: reasonsOf(plan) });
  }
});

it('is written down for somebody without answers; after a change of lessons or planner, run npm run catalogue', () => {
  expect(GENERAL_PLAN).toEqual(generalPlanOf());
});
