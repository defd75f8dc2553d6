import type { RemoteAddress } from '../contract/remote.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceOf, type ErrorReport } from './error-reports.ts';

const remote = (name: string, version: string): RemoteAddress => ({
  name,
  version,
  contract: 1,
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  paths: [],
  scripts: [],
  styles: [],
});
const remotes = [remote('mf-quiz', '1.0.0-a'), remote('mf-offer', '2.0.0-b')];

describe('the source of an error', () => {
  it('is the remote whose file is in the stack', () => {
    const stack = 'TypeError: x\n    at f (http://localhost:3000/remotes/mf-offer/2.0.0-b/assets/a.js:1:2)';
    expect(sourceOf(stack, remotes)).toMatchObject({ name: 'mf-offer', version: '2.0.0-b' });
  });

  it('is the shell if the stack has none', () => {
    expect(sourceOf('Error\n at http://localhost:3000/assets/shell.js:1:1', remotes)).toMatchObject({ name: 'shell' });
  });
});

describe('the errors that a page reports', () => {
  const RELEASE = '0123456789abcdef0123';
  const known = [{ ...remote('mf-quiz', '1.0.0-a'), release: RELEASE }];
  const ofQuiz = (message: string): Error =>
    Object.assign(new Error(message), { stack: 'Error\n at http://localhost/remotes/mf-quiz/1.0.0-a/assets/a.js:1:2' });
  let page: EventTarget & { __earlyErrors?: Event[] | null };
  const reported: (ErrorReport & { readonly at: number })[] = [];

  const uncaught = (error: unknown, at = 5): Event =>
    Object.defineProperties(new Event('error', { cancelable: true }), {
      error: { value: error },
      filename: { value: '' },
      timeStamp: { value: at },
    });
  const rejected = (reason: unknown): Event => Object.assign(new Event('unhandledrejection'), { reason });

  beforeEach(() => {
    vi.resetModules();
    reported.length = 0;
    page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('document', { querySelector: () => ({ dataset: { screen: 'q1' } }) });
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([]);
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const follow = async () => {
    const { followErrors } = await import('./error-reports.ts');
    followErrors(
      () => known,
      (error, at) => reported.push({ ...error, at }),
    );
    return import('./errors.ts');
  };

  it('contain remote, release, screen and code, and nothing of the error itself', async () => {
    const { reportRemoteError } = await follow();
    reportRemoteError(known[0]!, new Error('cannot mail a@b.example'), 'remote_broken');
    expect(reported).toEqual([
      { remote: 'mf-quiz', release: RELEASE, screen: 'q1', code: 'remote_broken', at: expect.any(Number) },
    ]);
  });

  it.each([
    ['an uncaught error', () => uncaught(ofQuiz('x')), { remote: 'mf-quiz', release: RELEASE, code: 'uncaught_error' }],
    ['a rejection', () => rejected(ofQuiz('x')), { remote: 'mf-quiz', code: 'unhandled_rejection' }],
    [
      'a part that failed to load',
      () => rejected(Object.assign(ofQuiz('x'), { name: 'ChunkLoadError' })),
      { remote: 'mf-quiz', code: 'chunk_missing' },
    ],
    ['an error of unknown origin', () => uncaught('x'), { remote: 'shell', release: undefined }],
  ])('include %s', async (_what, event, expected) => {
    await follow();
    page.dispatchEvent(event());
    expect(reported).toMatchObject([expected]);
  });

  it('exclude those that loading a remote has already handled', async () => {
    await follow();
    const event = uncaught(ofQuiz('x'));
    event.preventDefault();
    page.dispatchEvent(event);
    expect(reported).toEqual([]);
  });

  it('start with a bounded number of earlier ones', async () => {
    page.__earlyErrors = [uncaught(ofQuiz('x'), 7)];
    const { reportRemoteError } = await import('./errors.ts');
    for (let times = 0; times < 50; times += 1) reportRemoteError(known[0]!, new Error('x'), 'remote_slow');
    await follow();
    expect(reported).toHaveLength(21);
    expect(reported.at(-1)).toMatchObject({ remote: 'mf-quiz', code: 'early_error', at: 7 });
    expect(page.__earlyErrors).toBeNull();
  });

  it('are early errors only if they occurred before the screen was interactive', async () => {
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{ startTime: 100 } as PerformanceEntry]);
    page.__earlyErrors = [uncaught('x', 99), uncaught('x', 101)];
    await follow();
    expect(reported.map(({ code }) => code)).toEqual(['early_error', 'uncaught_error']);
  });
});
