import { expect, it } from 'vitest';
import { requireName } from './arguments.ts';

it.each([undefined, '', 'quiz', '../mf-quiz', 'mf-'])('%j is not a remote name', (name) => {
  expect(() => requireName(name)).toThrow('Name a remote, such as mf-quiz.');
});
