import { describe, expect, it } from 'vitest';
import { encodeChoices, type Answers } from './answers.ts';
import {
  firstUnanswered,
  furtherOf,
  optionsOf,
  PATH,
  pathOf,
  progressOf,
  QUESTION_COUNT,
  resumeAt,
  stepAt,
  stepOf,
} from './navigation.ts';
import { GENDER_COPY, ROOT_COPY } from './quiz-copy.ts';
import { SALES002_COPY } from './sales-copy.ts';
import { ANSWER_KEYS, type AnswerKey } from './step.ts';
import { STEPS, type StepKey } from './steps.ts';

const answersUpTo = (last: StepKey): Answers => {
  const answers: Record<string, string> = {};
  for (const step of PATH) {
    if ('asks' in step) answers[step.asks] = step.kind === 'multi' ? encodeChoices(['x']) : 'x';
    if (step.key === last) break;
  }
  return answers;
};

describe('the path', () => {
  it('is the specified one', () => {
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

  it('starts at q1 from every entry but the social-proof one', () => {
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
  it('is the number in the key of a question, and null elsewhere', () => {
    for (const step of STEPS) {
      const question = /^q(\d+)$/.exec(step.key);
      expect(progressOf(step)).toBe(question ? Number(question[1]) : null);
    }
  });

  it('counts up to the total that all texts state', () => {
    expect(QUESTION_COUNT).toBe(20);
    expect(Math.max(...STEPS.map((step) => progressOf(step) ?? 0))).toBe(QUESTION_COUNT);
    expect(SALES002_COPY.complete).toBe('20/20 Complete');
    for (const text of [ROOT_COPY.note, GENDER_COPY.description, GENDER_COPY.welcome.text])
      expect(text).toMatch(/\b20 (quick )?questions/);
  });

  it('is stored in no step', () => {
    expect(STEPS.filter((step) => 'number' in step)).toEqual([]);
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
    expect(optionsOf(key as AnswerKey).map((option) => option.value)).toEqual(values);
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
    expect(resumeAt(answersUpTo('q5'), 'reassurance1')?.key).toBe('reassurance1');
    expect(resumeAt(answersUpTo('q20'), 'scratch')?.key).toBe('scratch');
  });

  it('never skips an unanswered question', () => {
    expect(resumeAt({ q1: '18-24' }, 'q9')?.key).toBe('q2');
    expect(firstUnanswered({ ...answersUpTo('q20'), q15: '[]' })?.key).toBe('q15');
  });

  it('returns nothing for a new visitor', () => {
    expect(resumeAt({}, undefined)).toBeUndefined();
    expect(resumeAt({}, '')).toBeUndefined();
  });

  it('continues after the last answer if the furthest step no longer exists', () => {
    expect(resumeAt(answersUpTo('q4'), 'gone')?.key).toBe('q5');
    expect(resumeAt({ ...answersUpTo('q4'), q2: undefined }, 'gone')?.key).toBe('q2');
    expect(resumeAt(answersUpTo('q20'), 'gone')?.key).toBe('readiness');
    expect(resumeAt({}, 'gone')?.key).toBe('q1');
  });

  it('keeps the further of two steps', () => {
    expect(furtherOf('q3', 'q2')).toBe('q3');
    expect(furtherOf('q3', 'q4')).toBe('q4');
    expect(furtherOf(undefined, 'q1')).toBe('q1');
    expect(furtherOf('q3', 'terms')).toBe('q3');
  });
});
