import { afterEach, describe, expect, it, vi } from 'vitest';
import { diagnose, reasonOf, RemoteUnavailable } from './failure.ts';

const files = {
  entry: '/remotes/mf-offer/1/remoteEntry.js',
  scripts: ['/remotes/mf-offer/1/assets/remote.js'],
  styles: ['/remotes/mf-offer/1/assets/remote.css'],
};
const scriptError = (error: unknown) => ({
  filename: `http://localhost:3000${files.entry}`,
  error,
  message: 'Uncaught',
});

/** A server with these statuses by file ending; anything else answers 200, and 0 is no answer. */
function serve(statuses: Readonly<Record<string, number>>): void {
  vi.stubGlobal('fetch', async (file: string) => {
    const status = Object.entries(statuses).find(([ending]) => file.endsWith(ending))?.[1] ?? 200;
    if (status === 0) throw new TypeError('Failed to fetch');
    return { ok: status < 400, status };
  });
}
afterEach(() => vi.unstubAllGlobals());

describe('a remote that did not load', () => {
  it.each([
    ['unreachable', 'its server does not answer', { '.js': 0, '.css': 0 }],
    ['unreachable', 'its server is in trouble', { 'remoteEntry.js': 503 }],
    ['missing', 'its entry script is gone', { 'remoteEntry.js': 404 }],
    ['missing', 'a chunk is gone', { 'assets/remote.js': 404 }],
    ['missing', 'a style sheet is gone', { '.css': 404 }],
    ['unreachable', 'a file is gone and the connection with it', { 'remoteEntry.js': 404, '.css': 0 }],
    ['broken', 'all files are there', {}],
  ] as const)('is %s when %s', async (reason, _when, statuses) => {
    serve(statuses);
    expect(await diagnose(files, [])).toBe(reason);
  });

  it('is judged by what its scripts said, without asking the server', async () => {
    serve({ '.js': 404 });
    expect(await diagnose(files, [scriptError(new SyntaxError("Unexpected token '='"))])).toBe('unreadable');
    expect(await diagnose(files, [scriptError(new Error('boom'))])).toBe('broken');
  });
});

describe('the reason of an error that a boundary caught', () => {
  it.each([
    ['the remote’s own', new RemoteUnavailable('slow'), 'slow'],
    [
      'a chunk that did not come',
      Object.assign(new Error('Loading chunk 26 failed.'), { name: 'ChunkLoadError' }),
      'missing',
    ],
    ['any other', new TypeError('x is not a function'), 'broken'],
    ['no error at all', 'boom', 'broken'],
  ])('is %s', (_what, error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
