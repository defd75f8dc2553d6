import type { Remote, RemoteAddress, RemoteRoute, SeparateCode } from '../contract/remote.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as loading from './load.ts';
import { validateRemote } from './load.ts';

vi.mock('./runtime.ts', async (original) => ({
  ...(await original<object>()),
  importExposed: vi.fn(),
}));

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
    await host.preload(unsupported, '/q1');
    await host.load(unsupported);
    expect(console.error).toHaveBeenCalledTimes(2);
  });

  it('is the result of a screen that already waits for it', async () => {
    void host.preload(unsupported, '/q1');
    await host.load(unsupported);
    expect(host.loadResult(unsupported)).toEqual(failure);
  });

  it('does not end the attempt that replaced it', async () => {
    void host.preload(unsupported, '/q1');
    host.forget(unsupported);
    await host.load(unsupported);
    expect(host.loadResult(unsupported)).toEqual(failure);
  });

  it('is forgotten by the next preload once its screen was left', async () => {
    await host.load(unsupported);
    await host.preload(unsupported, '/q1');
    expect(host.loadResult(unsupported)).toBeUndefined();
  });
});

describe('the separate code of a screen', () => {
  let host: typeof loading;
  const chunkError = Object.assign(new Error('Loading chunk later failed'), { name: 'ChunkLoadError' });
  const served = (ok: boolean) => vi.stubGlobal('fetch', async () => ({ ok, status: 404 }));

  const routeAt = (path: string, code?: SeparateCode): RemoteRoute => ({
    path,
    screen: path.slice(1),
    title: path,
    Screen: () => null,
    ...(code && { code }),
  });

  /** A remote with `/q1` in its exposed module, and `/q5` and `/q6` in separate code, which `load` loads. */
  const aRemoteWith = async (load: SeparateCode['load']): Promise<SeparateCode> => {
    const code = { chunk: 'later', load };
    const remote: Remote = {
      contract: 2,
      name: 'mf-quiz',
      routes: [routeAt('/q1'), routeAt('/q5', code), routeAt('/q6', code)],
    };
    const { importExposed } = await import('./runtime.ts');
    vi.mocked(importExposed).mockResolvedValue({ default: remote });
    return code;
  };

  beforeEach(async () => {
    vi.resetModules();
    host = await import('./load.ts');
    vi.stubGlobal('document', { hidden: true, querySelectorAll: () => [] });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.spyOn(console, 'error').mockReturnValue();
    served(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('is loaded only for the screens that need it, once', async () => {
    const load = vi.fn(async () => undefined);
    await aRemoteWith(load);
    await host.loadScreen(address, '/q1');
    expect([host.isLoaded(address, '/q1'), host.isLoaded(address, '/q5')]).toEqual([true, false]);
    expect(load).not.toHaveBeenCalled();
    await host.preload(address, '/q5');
    await host.loadScreen(address, '/q6');
    expect([host.isLoaded(address, '/q5'), host.isLoaded(address, '/q6')]).toEqual([true, true]);
    expect(load).toHaveBeenCalledOnce();
  });

  it('is requested a second time if a file fails, because a preload may have failed', async () => {
    const load = vi.fn(async () => undefined).mockRejectedValueOnce(chunkError);
    const code = await aRemoteWith(load);
    await host.loadScreen(address, '/q5');
    expect(host.codeResult(code)).toEqual({ ok: true });
  });

  it.each([
    ['unreachable', () => vi.stubGlobal('fetch', () => Promise.reject(new Error('offline'))), chunkError],
    ['missing', () => served(true), chunkError],
    ['broken', () => served(true), new Error('it throws')],
  ])('fails as %s', async (reason, arrange, error) => {
    arrange();
    const code = await aRemoteWith(() => Promise.reject(error));
    await host.loadScreen(address, '/q5');
    expect(host.codeResult(code)).toEqual({ ok: false, reason });
    expect(host.isLoaded(address, '/q5')).toBe(true);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('is tried again by the screen if a preload fails', async () => {
    const load = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('it throws'));
    const code = await aRemoteWith(load);
    await host.preload(address, '/q5');
    expect(host.codeResult(code)).toBeUndefined();
    await host.loadScreen(address, '/q5');
    expect(host.codeResult(code)).toEqual({ ok: true });
  });
});
