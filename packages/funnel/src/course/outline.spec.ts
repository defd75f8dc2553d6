import { expect, it } from 'vitest';
import { GENERAL_PLAN } from './general-plan.mjs';
import { generalPlanOf, outlineOf, reasonsOf, weeksOf } from './outline.mjs';
import { planCourse } from './planner/plan-course.mjs';
import { SAMPLE_VISITORS } from './sample-visitors.mjs';

const design = { question: 'q15', value: 'design' };
const house = { question: 'q19', value: 'buy-house' };
const week = [null, design, design, null, house, null, design].map((why, index) => ({ id: `lesson-${index}`, why }));

it('names three lessons per week, in order: two for different answers, and one of the others', () => {
  expect(weeksOf({ lessons: week })).toEqual([['lesson-0', 'lesson-1', 'lesson-4']]);
});

it('names three lessons even if all or none were chosen for answers', () => {
  const all = week.map(({ id }) => ({ id, why: design }));
  expect(weeksOf({ lessons: all })).toEqual([['lesson-0', 'lesson-1', 'lesson-2']]);
  expect(weeksOf({ lessons: all.map(({ id }) => ({ id, why: null })) })).toEqual([
    ['lesson-0', 'lesson-1', 'lesson-2'],
  ]);
});

it('counts lessons by answer, the answer with the most lessons first', () => {
  expect(reasonsOf({ lessons: week })).toEqual([
    { because: 'because you chose Design', count: 3, titles: ['lesson-1', 'lesson-2', 'lesson-6'] },
    { because: 'because you want to buy a house', count: 1, titles: ['lesson-4'] },
  ]);
});

it('has the same outline from the stored lessons as from the plan', () => {
  for (const [who, answers] of SAMPLE_VISITORS) {
    const plan = planCourse(answers, 28);
    const stored = outlineOf(
      plan.lessons.map(({ id }) => id),
      answers,
    );
    expect(stored, who).toEqual({ weeks: weeksOf(plan), reasons: reasonsOf(plan) });
  }
});

it('has an up-to-date general plan (run npm run catalogue after a change of lessons or planner)', () => {
  expect(GENERAL_PLAN).toEqual(generalPlanOf());
});
