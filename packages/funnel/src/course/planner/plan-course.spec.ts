import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, type CatalogueLesson } from '../catalogue.mjs';
import { planCourse } from './plan-course.mjs';
import { profileOf, type Answers } from '../profile.mjs';
import { catalogues } from '../../../test/random-catalogue.ts';
import { SAMPLE_VISITORS } from '../sample-visitors.mjs';
import { AIMS, GOALS, isForAim, PLAN_DAYS, SETUP_TAG, TARGET_AREAS } from '../vocabulary.mjs';

/** 500 in `npm run test:long`. fast-check prints the seed of a failure. */
const RUNS = Number(process.env['PLANNED_COURSES'] ?? 60);

const LEVEL_ANSWERS: readonly Answers[] = [
  {},
  { q4: 'not-comfortable', q8: 'novice', q9: 'never', q10: '["none"]' },
  { q4: 'somewhat-comfortable', q8: 'novice', q9: 'never', q10: '["claude"]' },
  { q4: 'somewhat-comfortable', q8: 'intermediate', q9: 'rarely', q10: '["midjourney"]' },
  { q4: 'somewhat-comfortable', q8: 'competent', q9: 'weekly', q10: '["gemini"]' },
  { q4: 'very-comfortable', q8: 'expert', q9: 'daily', q10: '["claude"]' },
];
const AREA_ANSWERS = Array.from({ length: 2 ** TARGET_AREAS.length }, (_, bits) =>
  JSON.stringify(TARGET_AREAS.filter((_area, index) => bits & (1 << index))),
);
const WISHES: readonly Answers[] = [
  {},
  ...GOALS.map((q2) => ({ q2 })),
  ...AIMS.map((aim) => ({ q19: JSON.stringify([aim]) })),
  { q2: 'become-boss', q19: JSON.stringify(AIMS) },
];

/** Every class of answers that the planner distinguishes, alone and in combination with levels and areas. */
const CLASSES: readonly Answers[] = LEVEL_ANSWERS.flatMap((level) => [
  ...AREA_ANSWERS.map((q15) => ({ ...level, q15 })),
  ...WISHES.map((wish) => ({ ...level, q15: '["design"]', ...wish })),
]);

const noise = fc.oneof(
  fc.string(),
  fc.constantFrom('[', '["', '{}', 'null', '[1,2]', '__proto__', 'constructor', '[]'),
);
const severalOf = (values: readonly string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.subarray([...values, 'gone']).map((chosen) => JSON.stringify(chosen)) },
    { weight: 1, arbitrary: noise },
  );
const oneOf = (...values: string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: noise });
/** Sets of answers, including missing, unknown and broken ones. */
const answerSets: fc.Arbitrary<Answers> = fc.record(
  {
    q2: oneOf(...GOALS),
    q4: oneOf('very-comfortable', 'somewhat-comfortable', 'not-very-comfortable', 'not-comfortable'),
    q8: oneOf('expert', 'competent', 'intermediate', 'novice'),
    q9: oneOf('daily', 'weekly', 'rarely', 'never'),
    q10: severalOf(['midjourney', 'dalle', 'claude', 'gemini', 'perplexity', 'copilot', 'none']),
    q15: severalOf(TARGET_AREAS),
    q19: severalOf(AIMS),
    q20: oneOf('5-min', '10-min', '15-min', '20-min'),
  },
  { requiredKeys: [] },
);

/** Returns the rules of every plan that this one breaks. */
const brokenRules = (lessons: readonly CatalogueLesson[], answers: Answers, days: number): string[] => {
  const ids = planCourse(answers, days, { digest: 'test', lessons }).lessons.map(({ id }) => id);
  const planned = ids.map((id) => lessons.find((lesson) => lesson.id === id));
  const sent = new Set<string>();
  const dangling = planned.flatMap((lesson) => {
    const early = lesson?.needs.filter((need) => !sent.has(need)) ?? ['?'];
    if (lesson) sent.add(lesson.id);
    return early.map((need) => `${lesson?.id} before ${need}`);
  });
  const indexOfRole = (role: CatalogueLesson['roles'][number]) =>
    planned.findIndex((lesson) => lesson?.roles.includes(role));
  const { areas, level } = profileOf(answers);
  const isTarget = (lesson?: CatalogueLesson) => lesson !== undefined && areas.includes(lesson.area);
  const rules: readonly (readonly [string, boolean])[] = [
    ['length', ids.length === days],
    ['no duplicate', new Set(ids).size === ids.length],
    ['each lesson exists', planned.every(Boolean)],
    ['start first', planned[0]?.roles.includes('start') === true],
    ['one start', planned.filter((lesson) => lesson?.roles.includes('start')).length === 1],
    ['close last', planned.at(-1)?.roles.includes('close') === true],
    ['one close', planned.filter((lesson) => lesson?.roles.includes('close')).length === 1],
    ['safety by day 3', indexOfRole('safety') >= 0 && indexOfRole('safety') < 3],
    ['a project', indexOfRole('project') >= 0],
    [
      'each project is finished',
      planned.every(
        (lesson, place) =>
          !lesson?.roles.includes('project') || planned.slice(place).some((later) => later?.roles.includes('finish')),
      ),
    ],
    ...areas.map((area) => [`a lesson for ${area}`, planned.some((lesson) => lesson?.area === area)] as const),
    ['two lessons of the target', areas.length === 0 || planned.filter(isTarget).length >= 2],
    [
      'deep before basic for experts',
      level !== 'deep' || days === 84 || planned.filter((lesson) => lesson?.level === 'basic').length <= 8,
    ],
  ];
  return [...dangling, ...rules.filter(([, kept]) => !kept).map(([rule]) => rule)];
};

describe('every plan is complete: no gaps, no duplicates, needs first, a start, a project and an end', () => {
  it.each(PLAN_DAYS)('of the real lessons, in %i days, for each class of answers', (days) => {
    for (const answers of CLASSES)
      expect(brokenRules(CATALOGUE.lessons, answers, days), JSON.stringify(answers)).toEqual([]);
  });

  it('of the real lessons, for any answers', () => {
    fc.assert(
      fc.property(answerSets, fc.constantFrom(...PLAN_DAYS), (answers, days) => {
        expect(brokenRules(CATALOGUE.lessons, answers, days)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('of any lessons that the check accepts, for any answers', () => {
    fc.assert(
      fc.property(catalogues, answerSets, fc.constantFrom(...PLAN_DAYS), (lessons, answers, days) => {
        expect(brokenRules(lessons, answers, days)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

const idsOf = (answers: Answers, days = 28) => planCourse(answers, days).lessons.map(({ id }) => id);
const plannedOf = (answers: Answers, days = 28) =>
  idsOf(answers, days).flatMap((id) => CATALOGUE.lessons.find((lesson) => lesson.id === id) ?? []);
const [, NOVICE, , , COMPETENT, EXPERT] = LEVEL_ANSWERS;

describe('the first week', () => {
  const visitors = LEVEL_ANSWERS.flatMap((level) =>
    AREA_ANSWERS.slice(1).map((q15) => ({ ...level, ...WISHES.at(-1), q15 })),
  );

  it.each(PLAN_DAYS)(
    'of %i days starts with a chosen area after the opening, and has at least two lessons of chosen areas',
    (days) => {
      for (const answers of visitors) {
        const { areas, setup } = profileOf(answers);
        const [week, label] = [plannedOf(answers, days).slice(0, 7), JSON.stringify(answers)];
        const isOpening = ({ roles, for: serves }: CatalogueLesson) =>
          roles.includes('start') || roles.includes('safety') || serves.includes(SETUP_TAG);
        const first = week.find((lesson) => !isOpening(lesson));
        expect(areas, label).toContain(first?.area);
        const target = week.filter(({ area }) => areas.includes(area)).length;
        expect(target, label).toBeGreaterThanOrEqual(days === 7 || setup ? 2 : 3);
      }
    },
  );

  it('has a project of the chosen area if the catalogue has a one-day project for it', () => {
    const finishOf = (area: string) =>
      plannedOf({ ...NOVICE, q15: JSON.stringify([area]) }, 7).find(({ roles }) => roles.includes('finish'))?.area;
    expect(['design', 'development', 'writing'].map(finishOf)).toEqual(['design', 'development', 'general']);
  });

  it('of seven days includes a lesson for a chosen aim', () => {
    const plan = plannedOf({ ...COMPETENT, q15: '["writing"]', q19: '["travel-world"]' }, 7);
    expect(plan.filter(({ for: serves }) => serves.includes('aim:travel-world'))).toHaveLength(1);
  });
});

describe('a plan follows the answers', () => {
  it('and nothing else, so that equal answers give equal plans', () => {
    for (const [, answers] of SAMPLE_VISITORS) expect(planCourse(answers, 84)).toEqual(planCourse({ ...answers }, 84));
  });

  it('with different lessons for every area', () => {
    const plans = TARGET_AREAS.map((area) => idsOf({ q15: JSON.stringify([area]) }).join());
    expect(new Set(plans).size).toBe(TARGET_AREAS.length);
  });

  it.each(TARGET_AREAS)('with more lessons about %s for those who chose it', (area) => {
    const count = (answers: Answers) => plannedOf(answers).filter((lesson) => lesson.area === area).length;
    expect(count({ ...COMPETENT, q15: JSON.stringify([area]) })).toBeGreaterThan(
      count({ ...COMPETENT, q15: '[]' }) + 1,
    );
  });

  it('with set-up lessons for novices, but not for readers who use an assistant', () => {
    const setup = (answers: Answers) =>
      plannedOf(answers).filter((lesson) => lesson.for.includes(SETUP_TAG) && lesson.roles.length === 0).length;
    expect(setup(NOVICE!)).toBeGreaterThan(0);
    expect([setup(COMPETENT!), setup(EXPERT!)]).toEqual([0, 0]);
  });

  it('with deep lessons instead of basics for experts', () => {
    const count = (answers: Answers, level: string) =>
      plannedOf(answers).filter((lesson) => lesson.level === level && lesson.roles.length === 0).length;
    expect(count(EXPERT!, 'deep')).toBeGreaterThan(count(NOVICE!, 'deep') + 5);
    expect(count(EXPERT!, 'basic')).toBeLessThan(count(NOVICE!, 'basic'));
  });

  it('without a second project of several days in four weeks, and without lessons for other aims', () => {
    for (const [who, answers] of SAMPLE_VISITORS) {
      const tags = profileOf(answers).wishes.map(({ tag }) => tag);
      const planned = plannedOf(answers);
      expect(
        planned.filter(({ id }) => id.startsWith('small-project')),
        who,
      ).toEqual([]);
      expect(
        planned.filter(
          (lesson) => lesson.area === 'general' && isForAim(lesson) && !lesson.for.some((tag) => tags.includes(tag)),
        ),
        who,
      ).toEqual([]);
    }
  });

  it('with a lesson for the goal and for each aim', () => {
    for (const goal of GOALS)
      expect(
        plannedOf({ q2: goal }).some((lesson) => lesson.for.includes(`goal:${goal}`)),
        goal,
      ).toBe(true);
    for (const aim of AIMS)
      expect(
        plannedOf({ q19: JSON.stringify([aim]) }).some((lesson) => lesson.for.includes(`aim:${aim}`)),
        aim,
      ).toBe(true);
  });

  it('and names the answer for which a lesson was chosen', () => {
    const plan = planCourse({ ...COMPETENT, q15: '["design"]' }, 28);
    for (const { id, why } of plan.lessons)
      if (CATALOGUE.lessons.find((lesson) => lesson.id === id)?.area === 'design')
        expect(why).toEqual({ question: 'q15', value: 'design' });
    expect(planCourse({}, 28).lessons.map(({ why }) => why)).toEqual(Array(28).fill(null));
  });

  it.each([
    ['that belong to another release', { q15: '["gardening"]', q8: 'wizard', q9: 'constructor', q2: '__proto__' }],
    ['that are broken', { q15: '[broken', q10: '{', q19: 'null' }],
  ])('but ignores answers %s', (_case, answers) => {
    expect(idsOf(answers)).toEqual(idsOf({}));
  });
});

it('takes less than 5 ms of CPU', () => {
  const ROUNDS = 5;
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [, answers] of SAMPLE_VISITORS) for (const days of PLAN_DAYS) planCourse(answers, days);
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / 1000 / ROUNDS / SAMPLE_VISITORS.length / PLAN_DAYS.length;
  console.log(`planCourse: ${each.toFixed(2)} ms of CPU`);
  expect(each).toBeLessThan(5);
});
