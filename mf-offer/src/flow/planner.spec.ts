import { planCourse } from '@course/funnel/course';
import { expect, it } from 'vitest';
import { myPlan } from './planner.ts';

it('shows four weeks of three lessons each, with and without answers', () => {
  for (const answers of [{}, { q15: '["design"]', q8: 'expert', q9: 'daily' }, { q15: '[broken' }])
    expect(myPlan(answers).weeks.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
});

it('names the answers for which most lessons were chosen', () => {
  const { reasons } = myPlan({ q2: 'career-change', q15: '["design"]', q19: '["buy-house"]' });
  expect(reasons).toMatch(/^\d+ lessons because you .*, \d+ because you /);
  expect(reasons).toContain('because you chose Design');
});

it('gives no reasons without known answers', () => {
  for (const answers of [{}, { q15: '["gardening"]', q2: 'fame' }]) expect(myPlan(answers).reasons).toBe('');
});

it('counts the lessons that the course will have', () => {
  const answers = { q15: '["marketing"]' };
  const count = planCourse(answers, 28).lessons.filter(({ why }) => why?.value === 'marketing').length;
  expect(myPlan(answers).reasons).toBe(`${count} lessons because you chose Marketing`);
});
