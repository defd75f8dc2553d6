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

/** The link with this token is opened in the page that is open already. */
const pasteLink = (token: string): void => {
  history.replaceState(null, '', `#${token}`);
  act(() => void dispatchEvent(new HashChangeEvent('hashchange')));
};

test.each([
  ['a failure of the network', fails],
  ['too many tries', () => refusal(429, 'rate_limited')],
  ['a failure of the service', () => refusal(503, 'internal')],
])('after %s the token is sent again', async (_what, failure) => {
  location.hash = 'token';
  let isAway = true;
  const asked = serviceAnswers(() => (isAway ? failure() : done()));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('failed'));
  isAway = false;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('open'));
  expect(asked).toEqual(['POST token', 'POST token']);
});

test('a token that the service takes for none is not sent again', async () => {
  location.hash = 'token';
  const answers = [refusal(400, 'invalid_body'), refusal(503, 'internal'), CLOSED()];
  const asked = serviceAnswers(() => answers.shift() ?? fails());
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(result.current.state).toBe('failed'));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.state).toBe('locked'));
  expect(asked).toEqual(['POST token', 'GET', 'GET']);
});

test('a link that is opened while another is tried is the one that counts', async () => {
  location.hash = 'old';
  const answers: ((response: Response) => void)[] = [];
  const asked = serviceAnswers(() => new Promise((resolve) => answers.push(resolve)));
  const { result } = renderHook(useAccess);
  await waitFor(() => expect(asked).toEqual(['POST old']));
  pasteLink('new');
  await waitFor(() => expect(asked).toEqual(['POST old', 'POST new']));
  await act(async () => answers[1]?.(refusal(503, 'internal')));
  await waitFor(() => expect(result.current.state).toBe('failed'));
  await act(async () => answers[0]?.(done()));
  expect(result.current.state).toBe('failed');
  act(() => result.current.retry());
  await waitFor(() => expect(asked.at(-1)).toBe('POST new'));
});

test('a wrong link leaves the insights open, and locks the page otherwise', async () => {
  location.hash = 'wrong';
  let isOpen = true;
  serviceAnswers((method) => {
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
