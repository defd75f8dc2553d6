import { describe, expect, it } from 'vitest';
import { drawnSteps, greatestLosses, nameOf, unreachedSteps, type Step } from './funnel-rows.ts';

const aStep = (step: string, reached: number, leftHere: number, change: Partial<Step> = {}): Step => ({
  place: 1,
  step,
  page_path: `/${step}`,
  title: null,
  question_key: null,
  reached,
  answered: 0,
  left_here: leftHere,
  still_here: 0,
  drop_off: reached === 0 ? null : leftHere / reached,
  stayed_p50_seconds: null,
  left_p50_seconds: null,
  as_of: null,
  ...change,
});

const upTo =
  (length: number) =>
  (name: string): boolean =>
    name.length <= length;

const WAY = [
  aStep('root', 100, 30),
  aStep('q1', 70, 7),
  aStep('q11', 0, 0),
  aStep('sales', 60, 50),
  aStep('paid', 10, 10),
];

describe('steps as they are drawn', () => {
  it('have a name as long as their figures leave room for', () => {
    const rows = [
      aStep('q1', 100_000, 50_000, { title: 'What is your age?' }),
      aStep('q2', 1, 0, { title: 'What is your age?' }),
    ];
    expect(drawnSteps(rows, (name, figures) => name.length + figures.length <= 24).map(({ name }) => name)).toEqual([
      'q1 · What…',
      'q2 · What is your age?',
    ]);
  });

  it('are only those that were reached, and nothing is lost at the last one', () => {
    expect(drawnSteps(WAY, upTo(30)).map(({ step, wentOn, lost, label }) => [step, wentOn, lost, label])).toEqual([
      ['root', 70, 30, '100 −30.0%'],
      ['q1', 63, 7, '70 −10.0%'],
      ['sales', 10, 50, '60 −83.3%'],
      ['paid', 10, 0, '10'],
    ]);
    expect(unreachedSteps(WAY)).toEqual(['q11']);
  });

  it.each([
    [4, 9, [4, 9]],
    [9, 4, [4, 9]],
    [4, null, [4, 4]],
    [null, 9, [9, 9]],
    [null, null, null],
  ])('with medians of %s s (stayed) and %s s (left) have the times %j', (stayed, left, times) => {
    expect(
      drawnSteps([aStep('q1', 1, 0, { stayed_p50_seconds: stayed, left_p50_seconds: left })], upTo(30))[0]?.times,
    ).toEqual(times);
  });

  it.each([
    ['q1', 'What is your age?', 30, 'q1 · What is your age?'],
    ['q1', 'What is your age?', 12, 'q1 · What i…'],
    ['q1', 'What is your age?', 1, 'q…'],
    ['sales', 'Sales', 30, 'sales'],
    ['final', null, 30, 'final'],
  ])('are named by key and title: %s, %s, in at most %d characters', (step, title, maxLength, name) => {
    expect(nameOf({ step, title }, upTo(maxLength))).toBe(name);
  });
});

it('finds the steps where most visits end, but never the goal', () => {
  expect(greatestLosses(WAY, 2).map(({ step }) => step)).toEqual(['sales', 'root']);
  expect(greatestLosses([aStep('root', 5, 0), aStep('paid', 5, 5)], 3)).toEqual([]);
});
