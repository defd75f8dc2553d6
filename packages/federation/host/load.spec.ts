import type { RemoteAddress } from '../contract/remote.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('a preload that fails', () => {
  const unsupported = { ...address, contract: 0 };
  const failure = { ok: false, reason: 'contract' };

  /** Loads the module afresh, with a receiver of errors that no other spec has set. */
  const freshModule = () => {
    vi.resetModules();
    return import('./load.ts');
  };
  let host: Awaited<ReturnType<typeof freshModule>>;

  beforeEach(async () => {
    host = await freshModule();
    vi.stubGlobal('document', { querySelectorAll: () => [] });
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('is forgotten, so that showing the screen tries again', async () => {
    host.preload(unsupported);
    await new Promise(setImmediate);
    await host.load(unsupported);
    expect(console.error).toHaveBeenCalledTimes(2);
  });

  it('is the result of a screen that already waits for it', async () => {
    host.preload(unsupported);
    await host.load(unsupported);
    expect(host.loadResult(unsupported)).toEqual(failure);
  });

  it('does not end the attempt that replaced it', async () => {
    host.preload(unsupported);
    host.forget(unsupported);
    await host.load(unsupported);
    expect(host.loadResult(unsupported)).toEqual(failure);
  });

  it('is forgotten by the next preload once its screen was left', async () => {
    await host.load(unsupported);
    host.preload(unsupported);
    expect(host.loadResult(unsupported)).toBeUndefined();
  });
});
