import { describe, expect, it } from 'vitest';
import { PRODUCT } from './product.mjs';
import { declareFlow, isNumbered, routeOf, screenOf } from './navigation.ts';
import type { StepRow } from './step.ts';

/** With something of the remote's own. */
const CAT = { value: 'cat', label: 'Cat', icon: 'paw' };

const ROWS: readonly StepRow[] = [
  {
    key: 'root',
    path: '/',
    kind: 'landing',
    title: 'Begin',
    asks: 'start',
    options: [{ value: 'go', label: 'Go' }],
    next: 'pet',
    back: null,
  },
  {
    key: 'pet',
    path: '/pet',
    kind: 'multi',
    title: 'Which pets?',
    asks: 'pet',
    counts: true,
    options: [CAT],
    next: 'rest',
    back: 'root',
  },
  {
    key: 'rest',
    path: '/rest',
    kind: 'pause',
    title: 'Rest',
    counts: true,
    next: { exit: 'plan' },
    back: { exit: 'news' },
  },
];

describe('a declaration', () => {
  const needs = { services: { 'svc-funnel': 1 }, plans: [], labels: [] };
  const flow = declareFlow({ rows: ROWS, entries: { start: '/' }, exits: ['plan', 'news'], needs });

  it('says what each step asks, whether it counts and where it leads, in the order of the table', () => {
    expect(flow.steps).toEqual([
      {
        key: 'root',
        path: '/',
        kind: 'landing',
        title: 'Begin',
        question: { key: 'start', kind: 'one', options: [{ value: 'go', label: 'Go' }] },
        counts: false,
        next: 'pet',
        exit: null,
      },
      {
        key: 'pet',
        path: '/pet',
        kind: 'multi',
        title: 'Which pets?',
        question: { key: 'pet', kind: 'several', options: [{ value: 'cat', label: 'Cat' }] },
        counts: true,
        next: 'rest',
        exit: null,
      },
      {
        key: 'rest',
        path: '/rest',
        kind: 'pause',
        title: 'Rest',
        question: null,
        counts: true,
        next: null,
        exit: 'plan',
      },
    ]);
  });

  it('names ways in and out, and needs', () => {
    expect(flow).toMatchObject({ entries: { start: '/' }, exits: ['plan', 'news'], needs });
  });
});

it('shows a number where a question counts, and none where a screen only counts', () => {
  expect(ROWS.filter(isNumbered).map(({ key }) => key)).toEqual(['pet']);
});

it('names a screen by its path', () => {
  expect(ROWS.map(screenOf)).toEqual(['root', 'pet', 'rest']);
});

describe('a route', () => {
  const [row] = ROWS;

  it('has the name of the product in its title, and is neither listed nor private by itself', () => {
    expect(routeOf(row!)).toEqual({
      path: '/',
      screen: 'root',
      title: `Begin - ${PRODUCT.name}`,
      indexable: false,
      private: false,
    });
  });

  it('takes over both flags of its row', () => {
    expect(routeOf({ ...row!, indexable: true, private: true })).toMatchObject({ indexable: true, private: true });
  });
});
