/** @vitest-environment jsdom */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useAccess } from './use-access.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  location.hash = '';
});

const NETWORK = new TypeError('network error');

const done = (): Response => new Response(null, { status: 204 });

/** The service of a test: answers by method, and a list of what was asked. */
const serviceAnswers = (answer: (method: string) => Response | Promise<Response>): string[] => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(typeof body === 'string' ? `${method} ${(JSON.parse(body) as { token: string }).token}` : method);
    return answer(method);
  });
  return asked;
};

const fails = (): Promise<Response> => Promise.reject(NETWORK);

test('a sign-out that failed is tried again, and opens nothing', async () => {
  let isAway = false;
  const asked = serviceAnswers(() => (isAway ? fails() : done()));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('open'));
  isAway = true;
  act(() => result.current.signOut());
  await waitFor(() => expect(result.current.state).toBe('failed'));
  expect(result.current.message).toContain('You are still signed in.');
  isAway = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('locked'));
  expect(result.current.message).toContain('You are signed out.');
  expect(asked).toEqual(['GET', 'DELETE', 'DELETE']);
});
