import { expect, it } from 'vitest';
import { shotsOf } from './shot-list.ts';

const state = { name: 'Two selected', press: ['button'], refuse: [] };

it('lists every screen as it opens and in each of its states', () => {
  const shots = shotsOf([
    { owner: 'mf-quiz', path: '/', title: 'Start', states: [] },
    { owner: 'mf-quiz', path: '/q10', title: 'Tools', states: [state] },
    { owner: 'shell', path: '/__screens/fallback/slow', title: 'Slow', states: [] },
  ]);
  expect(shots.map(({ name, state: shown }) => [name, shown])).toEqual([
    ['root', undefined],
    ['q10', undefined],
    ['q10-two-selected', state],
    ['screens-fallback-slow', undefined],
  ]);
});
