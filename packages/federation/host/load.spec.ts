import type { RemoteAddress } from '../contract/remote.ts';
import { describe, expect, it } from 'vitest';
import { validateRemote } from './load.ts';

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
  it('is used if it is the requested one and has our contract', () => {
    expect(validateRemote({ default: good }, address)).toEqual({ ok: true, remote: good });
  });

  it('is used if it has the previous contract', () => {
    const older = { ...good, contract: 1 };
    expect(validateRemote({ default: older }, address)).toEqual({ ok: true, remote: older });
  });

  it.each([
    ['nothing', undefined, 'broken'],
    ['no default export', {}, 'broken'],
    ['a future contract', { default: { ...good, contract: 3 } }, 'contract'],
    ['an outdated contract', { default: { ...good, contract: 0 } }, 'contract'],
    ['no contract', { default: { name: 'mf-quiz', routes: [] } }, 'contract'],
    ['another remote', { default: { ...good, name: 'mf-offer' } }, 'broken'],
    ['no routes', { default: { contract: 1, name: 'mf-quiz' } }, 'broken'],
  ])('is refused if it has or is %s', (_what, loaded, reason) => {
    expect(validateRemote(loaded, address)).toEqual({ ok: false, reason });
  });
});
