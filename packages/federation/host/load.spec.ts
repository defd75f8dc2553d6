import type { RemoteAddress } from '../contract/remote.ts';
import { describe, expect, it } from 'vitest';
import { judgeRemote } from './load.ts';

const address: RemoteAddress = {
  name: 'mf-quiz',
  version: '1',
  contract: 1,
  entry: '/e',
  paths: [],
  scripts: [],
  styles: [],
};
const good = { contract: 2, name: 'mf-quiz', routes: [] };

describe('a loaded remote', () => {
  it('is used when it is the one that was asked for and speaks our contract', () => {
    expect(judgeRemote({ default: good }, address)).toEqual({ ok: true, remote: good });
  });

  it('is used when it speaks the contract before ours', () => {
    const older = { ...good, contract: 1 };
    expect(judgeRemote({ default: older }, address)).toEqual({ ok: true, remote: older });
  });

  it.each([
    ['nothing', undefined, 'broken'],
    ['no default export', {}, 'broken'],
    ['a contract of the future', { default: { ...good, contract: 3 } }, 'contract'],
    ['a contract of long ago', { default: { ...good, contract: 0 } }, 'contract'],
    ['no contract', { default: { name: 'mf-quiz', routes: [] } }, 'contract'],
    ['another remote', { default: { ...good, name: 'mf-offer' } }, 'broken'],
    ['no routes', { default: { contract: 1, name: 'mf-quiz' } }, 'broken'],
  ])('is refused when it is %s', (_what, loaded, reason) => {
    expect(judgeRemote(loaded, address)).toEqual({ ok: false, reason });
  });
});
