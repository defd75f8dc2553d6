import { expect, test } from 'vitest';
import { countWaves } from './waves.ts';

const at = (...times: number[]) => times.map((startedAt) => ({ url: '/', startedAt, isBackground: false }));

test.each([
  ['nothing asked', at(), 0],
  ['the page alone', at(0), 1],
  ['the page, then all that it names', at(0, 160, 165, 210), 2],
  ['a script that asks for another script', at(0, 160, 165, 420), 3],
  ['in any order', at(420, 0, 160), 3],
])('%s', (_name, requests, waves) => {
  expect(countWaves(requests, 120)).toBe(waves);
});
