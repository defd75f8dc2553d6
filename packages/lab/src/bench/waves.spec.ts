import { expect, test } from 'vitest';
import { countWaves } from './waves.ts';

const at = (...times: number[]) => times.map((startedAt) => ({ url: '/', startedAt, isBackground: false }));

test.each([
  ['no request', at(), 0],
  ['only the page', at(0), 1],
  ['the page, then everything that it refers to', at(0, 160, 165, 210), 2],
  ['a script that loads another script', at(0, 160, 165, 420), 3],
  ['requests in any order', at(420, 0, 160), 3],
])('%s', (_name, requests, waves) => {
  expect(countWaves(requests, 120)).toBe(waves);
});
