import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passToken, takeToken } from './link-token.ts';

const TOKEN = 'A'.repeat(43);

/** Stubs a document at `address`; `earlyToken` is what the edge's early script took from the address. */
function documentAt(address: string, earlyToken?: string) {
  const url = new URL(address, 'https://course.example');
  const listeners: (() => void)[] = [];
  const location = {
    get hash() {
      return url.hash;
    },
    set hash(hash: string) {
      url.hash = hash;
    },
    pathname: url.pathname,
    search: url.search,
  };
  const replaceState = vi.fn((_state: unknown, _title: string, to: string) => {
    url.hash = new URL(to, url).hash;
  });
  vi.stubGlobal('window', { ...(earlyToken !== undefined && { __linkToken: earlyToken }) });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { state: { idx: 0 }, replaceState });
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: () => void) =>
    listeners.splice(listeners.indexOf(listener), 1),
  );
  return {
    url,
    replaceState,
    follow: (hash: string) => {
      url.hash = hash;
      listeners.forEach((listener) => listener());
    },
    listeners,
  };
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

it('returns the token that the early script took out of the address, once', () => {
  documentAt('/course', TOKEN);
  expect([takeToken(), takeToken()]).toEqual([TOKEN, null]);
  expect(window).not.toHaveProperty('__linkToken');
});

it('takes the token out of the address if no early script did, keeping the rest of the address and the state', () => {
  const { url, replaceState } = documentAt(`/course?from=mail#t=${TOKEN}`);
  expect([takeToken(), takeToken()]).toEqual([TOKEN, null]);
  expect(url.href).toBe('https://course.example/course?from=mail');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ idx: 0 }, '', '/course?from=mail');
});

it('prefers the newer link', () => {
  documentAt('/course#t=newer', 'older');
  expect([takeToken(), takeToken()]).toEqual(['newer', null]);
});

it.each(['/course', '/course#top', '/course#token=1'])(
  'finds no token in %s and leaves the address alone',
  (address) => {
    const { replaceState } = documentAt(address);
    expect(takeToken()).toBeNull();
    expect(replaceState).not.toHaveBeenCalled();
  },
);

it('passes a token to the next page of the document without putting it into the address', () => {
  const { url, replaceState } = documentAt('/unsubscribe');
  passToken(TOKEN);
  expect([takeToken(), takeToken(), url.href]).toEqual([TOKEN, null, 'https://course.example/unsubscribe']);
  expect(replaceState).not.toHaveBeenCalled();
  passToken(null);
  expect(takeToken()).toBeNull();
});
