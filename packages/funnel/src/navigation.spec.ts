import { describe, expect, it } from 'vitest';
import { PRODUCT } from './product.mjs';
import { declareFlow, isNumbered, routeOf, screenOf } from './navigation.ts';
import type { StepRow } from './step.ts';

/** An option with a field of the remote's own. */
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

  it("has each step's question, whether it counts and where it leads, in the order of the table", () => {
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

  it('has the entries, exits and needs', () => {
    expect(flow).toMatchObject({ entries: { start: '/' }, exits: ['plan', 'news'], needs });
  });
});

it('numbers questions that count, but not other screens that count', () => {
  expect(ROWS.filter(isNumbered).map(({ key }) => key)).toEqual(['pet']);
});

it('names screens by their paths', () => {
  expect(ROWS.map(screenOf)).toEqual(['root', 'pet', 'rest']);
});

describe('a route', () => {
  const [row] = ROWS;

  it('has the product name in its title, and is neither indexable nor private by default', () => {
    expect(routeOf(row!)).toEqual({
      path: '/',
      screen: 'root',
      title: `Begin - ${PRODUCT.name}`,
      indexable: false,
      private: false,
    });
  });

  it('has the flags of its row', () => {
    expect(routeOf({ ...row!, indexable: true, private: true })).toMatchObject({ indexable: true, private: true });
  });
});
