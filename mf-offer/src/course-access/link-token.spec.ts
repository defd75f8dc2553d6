import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passOn, takeToken } from './link-token.ts';

const TOKEN = 'A'.repeat(43);

/** A document at this address, seen from its scripts. */
function documentAt(address: string, early?: string) {
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
  vi.stubGlobal('window', { ...(early !== undefined && { __linkToken: early }) });
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
      listeners.forEach((tell) => tell());
    },
    listeners,
  };
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

it('takes what the early script took out of the address, once', () => {
  documentAt('/course', TOKEN);
  expect([takeToken(), takeToken()]).toEqual([TOKEN, null]);
  expect(window).not.toHaveProperty('__linkToken');
});

it('takes it out of the address itself where no early script did, and keeps the rest of the address and its state', () => {
  const { url, replaceState } = documentAt(`/course?from=mail#t=${TOKEN}`);
  expect([takeToken(), takeToken()]).toEqual([TOKEN, null]);
  expect(url.href).toBe('https://course.example/course?from=mail');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ idx: 0 }, '', '/course?from=mail');
});

it('prefers the newer link', () => {
  documentAt('/course#t=newer', 'older');
  expect([takeToken(), takeToken()]).toEqual(['newer', null]);
});

it.each(['/course', '/course#top', '/course#token=1'])('finds none in %s and leaves it alone', (address) => {
  const { replaceState } = documentAt(address);
  expect(takeToken()).toBeNull();
  expect(replaceState).not.toHaveBeenCalled();
});

it('goes from page to page within the document, and through no address', () => {
  const { url, replaceState } = documentAt('/unsubscribe');
  passOn(TOKEN);
  expect([takeToken(), takeToken(), url.href]).toEqual([TOKEN, null, 'https://course.example/unsubscribe']);
  expect(replaceState).not.toHaveBeenCalled();
  passOn(null);
  expect(takeToken()).toBeNull();
});
