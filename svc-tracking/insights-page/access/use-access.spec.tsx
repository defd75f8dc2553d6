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

const refusal = (status: number, code: string): Response =>
  Response.json({ statusCode: status, code, message: code }, { status });
const WRONG = (): Response => refusal(403, 'insights_token_wrong');
const CLOSED = (): Response => refusal(401, 'insights_closed');
const done = (): Response => new Response(null, { status: 204 });

/** Stubs the service with a response by method. Returns the list of requests. */
const stubService = (answer: (method: string) => Response | Promise<Response>): string[] => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', body }: RequestInit = {}) => {
    requests.push(typeof body === 'string' ? `${method} ${(JSON.parse(body) as { token: string }).token}` : method);
    return answer(method);
  });
  return requests;
};

const fails = (): Promise<Response> => Promise.reject(NETWORK);

test('retrying a failed sign-out signs out and does not open the insights', async () => {
  let isDown = false;
  const requests = stubService(() => (isDown ? fails() : done()));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('open'));
  isDown = true;
  act(() => result.current.signOut());
  await waitFor(() => expect(result.current.state).toBe('failed'));
  expect(result.current.message).toContain('You are still signed in.');
  isDown = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('locked'));
  expect(result.current.message).toContain('You are signed out.');
  expect(requests).toEqual(['GET', 'DELETE', 'DELETE']);
});

/** Opens the link with this token in a page that is already open. */
const pasteLink = (token: string): void => {
  history.replaceState(null, '', `#${token}`);
  act(() => void dispatchEvent(new HashChangeEvent('hashchange')));
};

test.each([
  ['a failure of the network', fails],
  ['too many attempts', () => refusal(429, 'rate_limited')],
  ['a failure of the service', () => refusal(503, 'internal')],
])('after %s the token is sent again', async (_what, failure) => {
  location.hash = 'token';
  let isDown = true;
  const requests = stubService(() => (isDown ? failure() : done()));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('failed'));
  isDown = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('open'));
  expect(requests).toEqual(['POST token', 'POST token']);
});

test('a token that the service rejects as malformed is not sent again', async () => {
  location.hash = 'token';
  const answers = [refusal(400, 'invalid_body'), refusal(503, 'internal'), CLOSED()];
  const requests = stubService(() => answers.shift() ?? fails());
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('failed'));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('locked'));
  expect(requests).toEqual(['POST token', 'GET', 'GET']);
});

test('a link opened while another is being tried is the one that counts', async () => {
  location.hash = 'old';
  const answers: ((response: Response) => void)[] = [];
  const requests = stubService(() => new Promise((resolve) => answers.push(resolve)));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(requests).toEqual(['POST old']));
  pasteLink('new');
  await waitFor(() => expect(requests).toEqual(['POST old', 'POST new']));
  await act(async () => answers[1]?.(refusal(503, 'internal')));
  await waitFor(() => expect(result.current.state).toBe('failed'));
  await act(async () => answers[0]?.(done()));
  expect(result.current.state).toBe('failed');
  act(() => result.current.retry());
  await waitFor(() => expect(requests.at(-1)).toBe('POST new'));
});

test('a wrong link keeps the insights open if they were, and otherwise locks the page', async () => {
  location.hash = 'wrong';
  let isOpen = true;
  stubService((method) => {
    if (method === 'POST') return WRONG();
    return isOpen ? done() : CLOSED();
  });
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('open'));
  isOpen = false;
  pasteLink('wrong');
  await waitFor(() => expect(result.current.message).toBe('insights_token_wrong'));
  expect(result.current.state).toBe('locked');
});
