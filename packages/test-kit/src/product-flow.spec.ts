import path from 'node:path';
import { encodeChoices, firstUnanswered, fromPerDayOf, furtherOf, PLANS, resumeAt, type Answers } from '@course/funnel';
import { becauseOf, PLAN_QUESTIONS, planCourse, TARGET_AREAS } from '@course/funnel/course';
import { readContent } from '@course/funnel/lessons';
import { AREAS, parseResource } from '@course/funnel/resources';
import { SALES002_COPY } from 'mf-offer/flow';
import { descriptions, GENDER_COPY, LANDING_COPY, ROOT_COPY } from 'mf-quiz/flow';
import { describe, expect, it } from 'vitest';
import { ANSWER_KEYS, FLOW, FLOWS, PATH, pathOf, stepAt, stepOf, STEPS, type StepKey } from './product-flow.ts';

const optionsOf = (key: string) =>
  STEPS.flatMap((step) => ('asks' in step && step.asks === key ? [step] : []))[0]?.options ?? [];

const answersUpTo = (last: StepKey): Answers => {
  const answers: Record<string, string> = {};
  for (const step of PATH) {
    if ('asks' in step) answers[step.asks] = step.kind === 'multi' ? encodeChoices(['x']) : 'x';
    if (step.key === last) break;
  }
  return answers;
};

describe('the path', () => {
  it('is as specified', () => {
    expect(PATH.map((step) => step.path)).toEqual([
      '/q1',
      '/onboarding',
      '/q2',
      '/q3',
      '/q4',
      '/q5',
      '/reassurance1',
      '/q6',
      '/q7',
      '/q8',
      '/q9',
      '/q10',
      '/reassurance2',
      '/q12',
      '/q13',
      '/q14',
      '/q15',
      '/q16',
      '/q17',
      '/profile',
      '/q19',
      '/q20',
      '/readiness',
      '/processing',
      '/email',
      '/name',
      '/scratch',
      '/timeline',
      '/sales002',
      '/payment-success',
    ]);
  });

  it('starts at q1 from every entry except the social-proof one', () => {
    expect((['root', 'home', 'old001', 'old002'] as const).map((key) => stepOf(key).next)).toEqual([
      'q1',
      'q1',
      'q1',
      'q2',
    ]);
  });

  const backs: [StepKey, string | null][] = [
    ['q1', '/'],
    ['onboarding', '/q1'],
    ['q2', '/q1'],
    ['q3', '/q2'],
    ['q4', '/q3'],
    ['q5', '/q4'],
    ['reassurance1', '/q5'],
    ['q6', '/reassurance1'],
    ['q7', '/q6'],
    ['q10', '/q9'],
    ['q11', '/q10'],
    ['reassurance2', '/q10'],
    ['q12', '/reassurance2'],
    ['q17', '/q16'],
    ['profile', '/processing'],
    ['q19', '/profile'],
    ['q20', '/q19'],
    ['readiness', '/q20'],
    ['email', '/processing'],
    ['name', '/email'],
    ['scratch', '/name'],
    ['timeline', '/name'],
    ['root', null],
    ['home', null],
    ['old001', null],
    ['old002', null],
    ['processing', null],
    ['final', null],
    ['sales', null],
    ['sales002', null],
    ['payment-success', null],
    ['course', null],
    ['unsubscribe', null],
    ['refund-request', null],
    ['second-order', null],
    ['withdrawal-objection', null],
    ['first-step', null],
  ];
  it.each(backs)('goes back from %s to %s', (key, path) => {
    const { back } = stepOf(key);
    expect(back && pathOf(back)).toBe(path);
  });

  it('has unique keys and paths, and no /q18', () => {
    expect(new Set(STEPS.map((step) => step.key)).size).toBe(STEPS.length);
    expect(new Set(STEPS.map((step) => step.path)).size).toBe(STEPS.length);
    expect(stepAt('/q18')).toBeUndefined();
  });

  it('leads from q11 to reassurance2, although no step leads to q11', () => {
    expect(stepOf('q11').next).toBe('reassurance2');
    expect(STEPS.some((step) => step.next === 'q11')).toBe(false);
  });
});

describe('progress', () => {
  const numbered = STEPS.filter((step) => 'asks' in step && step.counts);

  it('is the number in a question’s key, and other screens have none', () => {
    expect(numbered.map(({ key }) => `q${FLOW.counted.indexOf(key) + 1}`)).toEqual(numbered.map(({ key }) => key));
    expect(STEPS.filter(({ key }) => /^q\d+$/.test(key))).toEqual(numbered);
  });

  it('counts up to the total that all texts state', () => {
    const total = FLOW.counted.length;
    expect(total).toBe(20);
    expect(SALES002_COPY.complete(total)).toBe('20/20 Complete');
    for (const text of [ROOT_COPY.note(total), descriptions(total).old001, GENDER_COPY.welcome.text(total)])
      expect(text).toMatch(/\b20 (quick )?questions/);
  });

  it('is stored in no step', () => {
    expect(STEPS.filter((step) => 'number' in step)).toEqual([]);
  });
});

describe('exits to other remotes', () => {
  const entries = FLOWS.flatMap((flow) => Object.keys(flow.entries));

  it('have entries whose names only one remote declares', () => {
    expect(new Set(entries).size).toBe(entries.length);
  });

  it('lead to an entry that another remote declares', () => {
    for (const { exits, entries: own } of FLOWS)
      for (const exit of exits) {
        expect(entries).toContain(exit);
        expect(own).not.toHaveProperty(exit);
      }
  });

  it('are all declared by the remote whose steps use them, and needed labels belong to known questions', () => {
    for (const { steps, exits } of FLOWS)
      for (const { exit } of steps) if (exit !== null) expect(exits).toContain(exit);
    for (const { needs } of FLOWS) expect(ANSWER_KEYS).toEqual(expect.arrayContaining(needs.labels));
  });

  it('enter on a screen of the remote that declares the entry', () => {
    for (const { entries: own, steps } of FLOWS)
      for (const path of Object.values(own)) expect(steps.map((step) => step.path)).toContain(path.split('#')[0]);
  });
});

describe('answers', () => {
  const specified: Record<string, string[]> = {
    q1: ['18-24', '25-34', '35-44', '45+'],
    q2: ['increase-wealth', 'become-boss', 'career-change', 'skill-improvement', 'future-proof'],
    q3: ['always', 'often', 'sometimes', 'not-really'],
    q4: ['very-comfortable', 'somewhat-comfortable', 'not-very-comfortable', 'not-comfortable'],
    q5: ['very-afraid', 'somewhat-afraid', 'a-little-afraid', 'not-afraid'],
    q6: ['very-difficult', 'somewhat-difficult', 'not-difficult'],
    q7: ['definitely', 'maybe', 'no'],
    q8: ['expert', 'competent', 'intermediate', 'novice'],
    q9: ['daily', 'weekly', 'rarely', 'never'],
    q10: [
      'midjourney',
      'dalle',
      'claude',
      'gemini',
      'perplexity',
      'copilot',
      'stable-diffusion',
      'runway',
      'elevenlabs',
      'none',
    ],
    q11: ['very-afraid', 'somewhat-afraid', 'a-little-afraid', 'not-afraid'],
    q12: ['50-100k', '100-300k', '300k+'],
    q13: ['yes-knew', 'suspected', 'no-idea'],
    q14: ['yes', 'no', 'not-sure'],
    q15: ['design', 'development', 'marketing', 'writing', 'business'],
    q16: ['100-ready', 'ready', 'somewhat-ready', 'not-ready'],
    q17: ['very-easy', 'easy', 'difficult', 'very-difficult'],
    q19: ['buy-house', 'travel-world', 'start-business', 'financial-freedom', 'help-family'],
    q20: ['5-min', '10-min', '15-min', '20-min'],
    start: ['yes', 'no'],
    gender: ['male', 'female'],
  };
  it.each(Object.entries(specified))('of %s are the specified values', (key, values) => {
    expect(optionsOf(key).map((option) => option.value)).toEqual(values);
  });

  it('exist for start, gender and q1 to q20 without q18', () => {
    expect(Object.keys(specified).sort()).toEqual([...ANSWER_KEYS].sort());
  });

  it('are lists for q10, q15 and q19 only', () => {
    expect(STEPS.flatMap((step) => (step.kind === 'multi' ? [step.asks] : []))).toEqual(['q10', 'q15', 'q19']);
  });
});

describe('resuming', () => {
  it('continues at the furthest step if everything before it is answered', () => {
    expect(resumeAt(FLOW.path, answersUpTo('q5'), 'reassurance1')?.key).toBe('reassurance1');
    expect(resumeAt(FLOW.path, answersUpTo('q20'), 'scratch')?.key).toBe('scratch');
  });

  it('never skips an unanswered question', () => {
    expect(resumeAt(FLOW.path, { q1: '18-24' }, 'q9')?.key).toBe('q2');
    expect(firstUnanswered(FLOW.path, { ...answersUpTo('q20'), q15: '[]' })?.key).toBe('q15');
  });

  it('does not return to questions that the entry skipped', () => {
    const late = { ...answersUpTo('q4'), q1: undefined };
    expect(resumeAt(FLOW.path, late, 'q5')?.key).toBe('q5');
    expect(resumeAt(FLOW.path, { ...late, q3: undefined }, 'q5')?.key).toBe('q3');
  });

  it('returns nothing for a new visitor', () => {
    expect(resumeAt(FLOW.path, {}, undefined)).toBeUndefined();
    expect(resumeAt(FLOW.path, {}, '')).toBeUndefined();
  });

  it('continues after the last answer if the furthest step no longer exists', () => {
    expect(resumeAt(FLOW.path, answersUpTo('q4'), 'gone')?.key).toBe('q5');
    expect(resumeAt(FLOW.path, { ...answersUpTo('q4'), q2: undefined }, 'gone')?.key).toBe('q2');
    expect(resumeAt(FLOW.path, answersUpTo('q20'), 'gone')?.key).toBe('readiness');
    expect(resumeAt(FLOW.path, {}, 'gone')?.key).toBe('q1');
  });

  it('keeps the further of two steps', () => {
    expect(furtherOf(FLOW.path, 'q3', 'q2')).toBe('q3');
    expect(furtherOf(FLOW.path, 'q3', 'q4')).toBe('q4');
    expect(furtherOf(FLOW.path, undefined, 'q1')).toBe('q1');
    expect(furtherOf(FLOW.path, 'q3', 'terms')).toBe('q3');
  });
});

describe('the planner of courses', () => {
  it('plans from questions that the quiz asks', () => {
    expect([...ANSWER_KEYS]).toEqual(expect.arrayContaining([...PLAN_QUESTIONS]));
  });

  it('has lessons for every area of the quiz, and no other area', () => {
    expect([...TARGET_AREAS].sort()).toEqual(
      optionsOf('q15')
        .map(({ value }) => value)
        .sort(),
    );
  });

  it.each(['q2', 'q15', 'q19'])('names every answer to %s in words', (question) => {
    for (const { value } of optionsOf(question))
      expect(becauseOf({ question, value }), value).not.toContain('your answer was');
  });

  it.each(['q2', 'q15', 'q19'])('has lessons for every answer to %s, in the plan that the offer shows', (question) => {
    for (const { value } of optionsOf(question))
      expect(planCourse({ [question]: encodeChoices([value]) }, 28).lessons.map(({ why }) => why?.value)).toContain(
        value,
      );
  });

  it.each(['q4', 'q8', 'q9', 'q10'])('plans differently for different answers to %s', (question) => {
    const plans = optionsOf(question).map(({ value }) =>
      JSON.stringify(planCourse({ [question]: question === 'q10' ? encodeChoices([value]) : value }, 28)),
    );
    expect(new Set(plans).size).toBeGreaterThan(1);
  });
});

describe('texts about prices', () => {
  it('state the prices of the catalogue', () => {
    expect(SALES002_COPY.discount(PLANS)).toBe('Your 50% discount is applied. Plans from $0.53/day.');
    expect(LANDING_COPY.facts(fromPerDayOf(PLANS)).map(({ value }) => value)).toContain('from $0.53/day');
  });

  it('follow other prices', () => {
    const dearer = PLANS.map((plan) => (plan.key === '12week' ? { ...plan, discountedCents: 4950 } : plan));
    expect(SALES002_COPY.discount(dearer)).toBe('Your 45% discount is applied. Plans from $0.59/day.');
  });
});

it('has resources for every area that a visitor can choose', () => {
  const areas = optionsOf('q15').map(({ value }) => value);
  expect(areas.length).toBeGreaterThan(0);
  const folder = path.resolve(import.meta.dirname, '../../../content/resources');
  const resources = readContent(folder).map(parseResource);
  for (const area of areas) {
    expect(AREAS).toContain(area);
    expect(new Set(resources.flatMap((resource) => (resource.area === area ? resource.kind : [])))).toEqual(
      new Set(['cheat-sheet', 'template', 'prompts']),
    );
  }
});
