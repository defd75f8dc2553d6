import { expect, it } from 'vitest';
import { CONTRACT, containerName, defineRemote, SUPPORTED_CONTRACTS } from './remote.ts';

it('supports the current contract and the previous one', () => {
  expect(SUPPORTED_CONTRACTS).toEqual([2, 1]);
});

it('stamps a remote with the contract that it was built against', () => {
  expect(defineRemote({ name: 'mf-quiz', routes: [] })).toEqual({ contract: CONTRACT, name: 'mf-quiz', routes: [] });
});

it('names a container as an identifier', () => {
  expect(containerName('mf-two-words')).toBe('mf_two_words');
});
