// @vitest-environment jsdom
import type { HostConfig, RemoteAddress, RemoteRoute } from '@course/federation/contract';
import { act, type ComponentType, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const addressOf = (name: string, path: string): RemoteAddress => ({
  name,
  version: '1',
  contract: 2,
  entry: `/remotes/${name}/remoteEntry.js`,
  paths: [path],
  scripts: [],
  styles: [],
});
const config: HostConfig = {
  remotes: [addressOf('mf-quiz', '/q1'), addressOf('mf-legal', '/terms')],
  flow: { entries: {}, path: [], counted: [], labels: {} },
  payments: null,
  servedOn: '2026-11-23',
};

const Question: ComponentType = () => {
  const navigate = useNavigate();
  return (
    <>
      <h1>Question</h1>
      <button type="button" onClick={() => void navigate('/terms')}>
        Read the terms
      </button>
    </>
  );
};
const Terms: ComponentType = () => <h1>Terms</h1>;

const exposed = (name: string, path: string, Screen: ComponentType) => {
  const route: RemoteRoute = { path, screen: name, title: name, Screen };
  return { default: { contract: 2, name, routes: [route] } };
};
const quiz = exposed('mf-quiz', '/q1', Question);
const legal = exposed('mf-legal', '/terms', Terms);

const loadRemote = vi.fn<(id: string) => Promise<unknown>>();
const fetched = vi.fn<(address: string) => Promise<Response>>();
const onReactError = vi.fn();
let root: Root | undefined;
let App: ComponentType;
let errorHandlers: RootOptions;

const heading = () => document.querySelector('h1')?.textContent;
const fetchedConfigs = () => fetched.mock.calls.filter(([address]) => address === '/runtime-config.json').length;
const button = () => document.querySelector('button')!;
const container = () => document.getElementById('root')!;

/** Sets up a page at `/q1` with this markup. */
function serve(html = ''): void {
  history.replaceState(null, '', '/q1');
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="runtime-config">${JSON.stringify(config)}</script>`;
}

/** Returns a promise and the function that resolves it. */
function pending<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

beforeEach(async () => {
  // Timers end with their test, so a load may leave its mark behind, as a remote that hangs does.
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', vi.fn());
  fetched.mockImplementation(async () => Response.json({ ...config, results: [] }));
  vi.stubGlobal('fetch', fetched);
  // jsdom has no fonts.
  Object.assign(document, { fonts: { check: () => false, load: async () => [] } });
  vi.spyOn(console, 'error').mockReturnValue();
  loadRemote.mockImplementation(async (id) => (id.startsWith('mf_quiz') ? quiz : legal));
  vi.resetModules();
  vi.doMock('@module-federation/enhanced/runtime', () => ({
    createInstance: () => ({ options: { remotes: [] }, registerRemotes: () => {}, loadRemote }),
  }));
  const { REACT_ERROR_HANDLERS, startRuntime } = await import('@course/federation/host');
  errorHandlers = { ...REACT_ERROR_HANDLERS, onUncaughtError: onReactError };
  startRuntime({});
  ({ App } = await import('./app.tsx'));
  serve();
});
afterEach(() => {
  act(() => root?.unmount());
  vi.doUnmock('@module-federation/enhanced/runtime');
  vi.resetModules();
  Reflect.deleteProperty(document, 'fonts');
  vi.restoreAllMocks();
  [loadRemote, fetched, onReactError].forEach((mock) => mock.mockReset());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders the page without served HTML, until its remote has loaded or failed to. */
async function render(): Promise<void> {
  await act(async () => {
    root = createRoot(container(), errorHandlers);
    root.render(<App />);
  });
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const hydrate = () =>
  act(async () => {
    root = hydrateRoot(container(), <App />, errorHandlers);
  });

describe('a screen whose remote is not loaded', () => {
  it('replaces the current screen only once the remote has arrived', async () => {
    await render();
    const arrival = pending<unknown>();
    loadRemote.mockReturnValue(arrival.promise);
    await act(async () => button().click());
    expect([location.pathname, heading()]).toEqual(['/terms', 'Question']);
    await act(async () => arrival.resolve(legal));
    expect(heading()).toBe('Terms');
  });

  it('replaces the current screen by the fallback if the remote fails', async () => {
    await render();
    loadRemote.mockRejectedValue(new Error('down'));
    await act(async () => button().click());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(heading()).toBe('One moment');
  });

  it('keeps its served HTML until then', async () => {
    serve('<!--$--><h1>Question</h1><button type="button">Read the terms</button><!--/$-->');
    const served = document.querySelector('h1');
    const arrival = pending<unknown>();
    loadRemote.mockReturnValue(arrival.promise);
    await hydrate();
    expect(document.querySelector('h1')).toBe(served);
    await act(async () => arrival.resolve(quiz));
    expect(document.querySelector('h1')).toBe(served);
    expect(console.error).not.toHaveBeenCalled();
  });

  it('logs one line if the remote of the served HTML fails', async () => {
    serve('<!--$--><h1>Question</h1><button type="button">Read the terms</button><!--/$-->');
    loadRemote.mockRejectedValue(new Error('down'));
    await hydrate();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(heading()).toBe('One moment');
    expect(vi.mocked(console.error).mock.calls).toEqual([['[mf-quiz@1] remote_broken:', expect.any(Error)]]);
  });
});

describe('Retry', () => {
  const status = () => document.querySelector('[role="status"]')?.textContent;
  const attributes = () => ['aria-disabled', 'aria-busy'].map((name) => button().getAttribute(name));

  it('says that it is trying again, and ignores taps meanwhile', async () => {
    loadRemote.mockRejectedValueOnce(new Error('down'));
    await render();
    const before = status();
    expect([heading(), ...attributes()]).toEqual(['One moment', null, null]);
    loadRemote.mockClear();
    const arrival = pending<unknown>();
    loadRemote.mockReturnValue(arrival.promise);
    await act(async () => button().click());
    await act(async () => button().click());
    expect([status(), ...attributes()]).toEqual(['Trying again…', 'true', 'true']);
    expect(fetchedConfigs()).toBe(1);
    await act(async () => arrival.resolve({}));
    expect([status() === before, ...attributes()]).toEqual([true, null, null]);
    loadRemote.mockResolvedValue(quiz);
    await act(async () => button().click());
    expect(heading()).toBe('Question');
  });
});

describe('the title of the document', () => {
  const untitled = document.title;
  afterEach(() => void (document.title = untitled));

  /** A screen with a title of its own, as one that depends on what it shows. */
  const titled = (Screen: ComponentType, title: string): ComponentType =>
    function Titled() {
      useEffect(() => void (document.title = title));
      return <Screen />;
    };

  it.each([
    ['their routes', quiz, legal, 'mf-quiz', 'mf-legal'],
    [
      'the screens themselves',
      exposed('mf-quiz', '/q1', titled(Question, 'One of 20')),
      exposed('mf-legal', '/terms', titled(Terms, 'Terms of today')),
      'One of 20',
      'Terms of today',
    ],
  ])('is set by %s', async (_by, first, second, firstTitle, secondTitle) => {
    loadRemote.mockImplementation(async (id) => (id.startsWith('mf_quiz') ? first : second));
    await render();
    expect(document.title).toBe(firstTitle);
    await act(async () => button().click());
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect([heading(), document.title]).toEqual(['Terms', secondTitle]);
  });
});

describe('taps before the screen was interactive', () => {
  it('leave it once, however often its button was tapped', async () => {
    // Commits as in a browser, which `act` would delay.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    serve('<!--$--><h1>Question</h1><button type="button">Read the terms</button><!--/$-->');
    window.__earlyTaps = [button(), button()];
    const { load } = await import('@course/federation/host');
    await Promise.all(config.remotes.map(load));
    const before = history.length;
    root = hydrateRoot(container(), <App />, errorHandlers);
    await vi.waitFor(() => expect(heading()).toBe('Terms'));
    expect(history.length - before).toBe(1);
  });
});
