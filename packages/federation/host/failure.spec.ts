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

/** A server that responds with these statuses by file ending, and with 200 otherwise; 0 is no response. */
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
    ['unreachable', 'its server does not respond', { '.js': 0, '.css': 0 }],
    ['unreachable', 'its server fails', { 'remoteEntry.js': 503 }],
    ['missing', 'its entry script is missing', { 'remoteEntry.js': 404 }],
    ['missing', 'a chunk is missing', { 'assets/remote.js': 404 }],
    ['missing', 'a style sheet is missing', { '.css': 404 }],
    ['unreachable', 'a file is missing and the connection is lost', { 'remoteEntry.js': 404, '.css': 0 }],
    ['broken', 'all files are there', {}],
  ] as const)('is %s if %s', async (reason, _when, statuses) => {
    serve(statuses);
    expect(await diagnose(files, [])).toBe(reason);
  });

  it('is diagnosed by its script errors, without asking the server', async () => {
    serve({ '.js': 404 });
    expect(await diagnose(files, [scriptError(new SyntaxError("Unexpected token '='"))])).toBe('unreadable');
    expect(await diagnose(files, [scriptError(new Error('boom'))])).toBe('broken');
  });
});

describe('the reason of an error that a boundary caught', () => {
  it.each([
    ['the remote’s own', new RemoteUnavailable('slow'), 'slow'],
    [
      'that of a chunk that failed to load',
      Object.assign(new Error('Loading chunk 26 failed.'), { name: 'ChunkLoadError' }),
      'missing',
    ],
    ['broken for any other error', new TypeError('x is not a function'), 'broken'],
    ['broken for anything that is not an error', 'boom', 'broken'],
  ])('is %s', (_what, error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
