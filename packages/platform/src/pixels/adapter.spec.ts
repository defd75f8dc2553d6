import type { PixelConfig } from '@course/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeStorage } from '../../test/fake-storage.ts';

const CONFIG: PixelConfig = { id: 'PIXEL1', scriptUrl: 'https://pixel.example/events.js', consent: false };

interface AddedScript {
  src: string;
}

let added: AddedScript[];
let events: EventTarget;
let storage: FakeStorage;

/** An interactive page, as far as the adapter uses one. */
function aPage({ gpc = false } = {}): void {
  added = [];
  events = new EventTarget();
  class FakeElement extends EventTarget {
    closest = (): this => this;
  }
  vi.stubGlobal('window', {});
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('navigator', { globalPrivacyControl: gpc });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) =>
    events.addEventListener(type, listener),
  );
  vi.stubGlobal('document', {
    documentElement: { dataset: { interactive: 'true' } },
    createElement: () => ({ src: '' }),
    head: { append: (script: AddedScript) => added.push(script) },
  });
}

beforeEach(() => {
  vi.resetModules();
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
  aPage();
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const start = async (over: Partial<PixelConfig> = {}, ask = vi.fn(() => Promise.resolve(false))) => {
  const { startPixels } = await import('./adapter.ts');
  const pixels = startPixels({ ...CONFIG, ...over }, ask);
  await settled();
  return { pixels, ask };
};
const queue = (): unknown[] => [...((window as { ttq?: unknown[] }).ttq ?? [])];

describe('without consent mode', () => {
  it('loads the script with the id, and keeps events for it', async () => {
    const { pixels, ask } = await start();
    pixels.track('Contact');
    expect(added).toEqual([{ src: 'https://pixel.example/events.js?sdkid=PIXEL1&lib=ttq', async: true }]);
    expect(queue()).toEqual([['page'], ['track', 'Contact']]);
    expect(ask).not.toHaveBeenCalled();
  });

  it('does nothing at all under Global Privacy Control', async () => {
    aPage({ gpc: true });
    const { pixels } = await start();
    pixels.track('Contact');
    expect([added, queue()]).toEqual([[], []]);
  });
});

describe('with consent mode', () => {
  it('loads nothing and drops events until the visitor agrees', async () => {
    let decide: (agreed: boolean) => void = () => {};
    const { pixels } = await start(
      { consent: true },
      vi.fn(() => new Promise<boolean>((resolve) => (decide = resolve))),
    );
    pixels.track('ClickButton');
    expect([added, queue()]).toEqual([[], []]);
    decide(true);
    await settled();
    pixels.track('Contact');
    expect(added).toHaveLength(1);
    expect(queue()).toEqual([['page'], ['track', 'Contact']]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('asks once per device, and remembers %s', async (decision, scripts) => {
    const ask = vi.fn(() => Promise.resolve(decision));
    await start({ consent: true }, ask);
    aPage();
    await start({ consent: true }, ask);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(added).toHaveLength(scripts);
  });

  it('does not even ask under Global Privacy Control', async () => {
    aPage({ gpc: true });
    const { ask } = await start({ consent: true });
    expect(ask).not.toHaveBeenCalled();
  });
});

it('stops when the visitor who agreed starts over, and asks the next one', async () => {
  const ask = vi.fn<() => Promise<boolean>>(() => new Promise(() => {})).mockResolvedValueOnce(true);
  const { pixels } = await start({ consent: true }, ask);
  const [{ forgetAllBut }, { reloadStored }] = await Promise.all([
    import('../storage.ts'),
    import('../stored-atom.ts'),
  ]);
  // What starting over does.
  forgetAllBut('');
  reloadStored();
  pixels.track('Contact');
  expect(queue()).toEqual([['page'], ['revokeConsent'], ['disableCookie']]);
  expect(ask).toHaveBeenCalledTimes(2);
});

describe('privacy choices', () => {
  const answering = (...answers: boolean[]) => vi.fn(() => Promise.resolve(answers.shift()!));

  it('revoke a yes: the provider is told, nothing more is reported, and the choice is remembered', async () => {
    const ask = answering(true, false);
    const { pixels } = await start({ consent: true }, ask);
    await pixels.askAgain();
    pixels.track('Contact');
    expect(queue()).toEqual([['page'], ['revokeConsent'], ['disableCookie']]);
    expect(ask).toHaveBeenLastCalledWith(true);
    aPage();
    await start({ consent: true }, ask);
    expect(added).toEqual([]);
  });

  it('load the script with the first yes after a no, and only once', async () => {
    const { pixels } = await start({ consent: true }, answering(false, true, false, true));
    expect(added).toHaveLength(0);
    for (let times = 0; times < 3; times += 1) await pixels.askAgain();
    pixels.track('Contact');
    expect(added).toHaveLength(1);
    expect(queue()).toEqual([
      ['page'],
      ['revokeConsent'],
      ['disableCookie'],
      ['grantConsent'],
      ['enableCookie'],
      ['track', 'Contact'],
    ]);
  });

  it('remember a no where visitors are not asked beforehand', async () => {
    const { pixels } = await start({}, answering(false));
    expect(added).toHaveLength(1);
    await pixels.askAgain();
    aPage();
    await start();
    expect(added).toEqual([]);
  });
});
