import { CATALOGUE, findLesson } from './catalogue.mjs';
import { reasonsOf, weeksOf } from './outline.mjs';
import { planCourse } from './planner/plan-course.mjs';
import { profileOf } from './profile.mjs';
import { SAMPLE_VISITORS } from './sample-visitors.mjs';
import { PLAN_DAYS } from './vocabulary.mjs';

// npm run plans: prints a summary of the plans of a range of different visitors, to be reviewed after lessons were
// added or changed. With `-- --whole` every lesson is on a line of its own.
const isWhole = process.argv.includes('--whole');

/** @param {ReturnType<typeof planCourse>} plan */
const summaryLines = (plan) => weeksOf(plan).map((titles, index) => `    week ${index + 1}: ${titles.join(' | ')}`);

/** @param {ReturnType<typeof planCourse>} plan */
const lessonLines = ({ lessons }) =>
  lessons.map(({ id, why }, index) => {
    const lesson = findLesson(id);
    const about = lesson ? `${lesson.area}, ${lesson.level}${lesson.roles.map((role) => `, ${role}`).join('')}` : '';
    const reason = why ? ` <- ${why.question} ${why.value}` : '';
    return `    ${String(index + 1).padStart(2)} ${id.padEnd(28)} ${about}${reason}`;
  });

for (const [who, answers] of SAMPLE_VISITORS) {
  const { level, areas, setup } = profileOf(answers);
  console.log(`\n${who}: level ${level}; ${areas.join(', ') || 'no area'}; ${setup ? 'with' : 'without'} set-up help`);
  for (const days of PLAN_DAYS) {
    const plan = planCourse(answers, days);
    const reasons = reasonsOf(plan).map(({ because, count }) => `${count} ${because}`);
    console.log(
      [
        `  ${plan.lessons.length} days${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`,
        ...(isWhole ? lessonLines : summaryLines)(plan),
      ].join('\n'),
    );
  }
}
const start = performance.now();
const rounds = 50;
for (let round = 0; round < rounds; round += 1) for (const [, answers] of SAMPLE_VISITORS) planCourse(answers, 84);
const each = (performance.now() - start) / rounds / SAMPLE_VISITORS.length;
console.log(`\n${CATALOGUE.lessons.length} lessons; a plan of 84 days takes ${each.toFixed(2)} ms.`);
