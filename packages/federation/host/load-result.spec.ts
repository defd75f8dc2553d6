import type { RemoteAddress } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { judgeRemote } from './load-result.ts';

const address: RemoteAddress = { name: 'mf-quiz', version: '1', contract: 1, entry: '/e', paths: [], scripts: [], styles: [] };
const good = { contract: 1, name: 'mf-quiz', routes: [] };

describe('a loaded remote', () => {
  it('is used when it is the one that was asked for and speaks our contract', () => {
    expect(judgeRemote({ default: good }, address)).toEqual({ ok: true, remote: good });
  });

  it.each([
    ['nothing', undefined, 'broken'],
    ['no default export', {}, 'broken'],
    ['another contract', { default: { ...good, contract: 2 } }, 'contract'],
    ['no contract', { default: { name: 'mf-quiz', routes: [] } }, 'contract'],
    ['another remote', { default: { ...good, name: 'mf-offer' } }, 'broken'],
    ['no routes', { default: { contract: 1, name: 'mf-quiz' } }, 'broken'],
  ])('is refused when it is %s', (_what, loaded, reason) => {
    expect(judgeRemote(loaded, address)).toEqual({ ok: false, reason });
  });
});
