import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError, read, send } from './http.ts';

const fetched = vi.fn<typeof fetch>();
const answer = (body: string | null, init?: ResponseInit) => fetched.mockResolvedValueOnce(new Response(body, init));

beforeEach(() => {
  vi.useRealTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

describe('send', () => {
  it('sends JSON with cookies and returns the parsed response', async () => {
    answer('{"id":"1"}', { status: 201 });
    expect(await send('POST', '/api/sessions', { id: 'x' }, { keepalive: true })).toEqual({ id: '1' });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/sessions');
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"id":"x"}',
      credentials: 'include',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
    });
  });

  it('passes a network failure on', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(send('PATCH', '/api/sessions/x', {})).rejects.toThrow(TypeError);
  });
});

it.each([
  ['write', () => send('POST', '/api/responses', {})],
  ['read', () => read(['/api', 'me'])],
])('a %s without a response fails after 30 s', async (_kind, call) => {
  vi.useFakeTimers();
  // As in Safari 15.
  vi.stubGlobal('AbortSignal', class {});
  fetched.mockImplementation(
    (_path, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      ),
  );
  const failed = vi.fn();
  const called = call().catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await called;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
});

describe('a refused request', () => {
  it.each([
    ['the response text', 'No such plan', undefined, '400: No such plan'],
    ['the status text if there is none', '', 'Bad Request', '400: Bad Request'],
  ])('is an error with its status and %s', async (_case, body, statusText, message) => {
    answer(body, { status: 400, ...(statusText && { statusText }) });
    await expect(send('POST', '/api/responses', {})).rejects.toThrow(message);
  });

  it.each([
    ['{"statusCode":403,"code":"session_missing","message":"..."}', 'session_missing'],
    ['{"code":7}', undefined],
    ['null', undefined],
    ['<html>', undefined],
  ])('with the body %s has the code %s', async (body, code) => {
    answer(body, { status: 403 });
    const error = await send('POST', '/api/create-checkout-session', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 403, code });
  });
});

describe('read', () => {
  it('gets the segments joined by slashes', async () => {
    answer('{"status":"paid"}');
    expect(await read(['/api', 'checkout-sessions', 'cs_1'])).toEqual({ status: 'paid' });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/checkout-sessions/cs_1');
    expect(init).toMatchObject({ credentials: 'include' });
  });

  it('returns null or throws on a 401, as the caller chooses', async () => {
    answer('who?', { status: 401 });
    expect(await read(['/api', 'me'], { on401: 'null' })).toBeNull();
    answer('who?', { status: 401 });
    await expect(read(['/api', 'me'])).rejects.toThrow('401: who?');
  });

  it('does not retry', async () => {
    answer('down', { status: 503 });
    await expect(read(['/api', 'me'], { on401: 'null' })).rejects.toThrow('503: down');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
