import { afterEach, expect, test, vi } from 'vitest';
import { fetchJson, messageOf } from './fetch-json.ts';

const UNREADABLE = 'The service sent a response that this page cannot read. Try again in a moment.';

afterEach(() => void vi.unstubAllGlobals());

const serviceSends = (body: BodyInit, status = 200): void =>
  void vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

/** A body that begins and then fails, as when a connection breaks or a request is aborted. */
const brokenBy = (error: Error): ReadableStream =>
  new ReadableStream({
    start: (body) => {
      body.enqueue(new TextEncoder().encode('{"rows":['));
      body.error(error);
    },
  });

const failure = (): Promise<unknown> =>
  fetchJson('/api/insights/live').then(
    (answer) => expect.fail(`Answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );

test('reads a response', async () => {
  serviceSends('{"rows":[]}');
  expect(await fetchJson('/api/insights/live')).toEqual({ rows: [] });
});

test('reports a truncated response as unreadable', async () => {
  serviceSends('{"rows":[');
  expect(messageOf(await failure())).toBe(UNREADABLE);
});

test('rejects when the connection breaks while the response is read', async () => {
  serviceSends(brokenBy(new TypeError('network error')));
  expect(messageOf(await failure())).toContain('Check the connection');
});

test('rejects when the request is aborted while the response is read', async () => {
  serviceSends(brokenBy(new DOMException('The user aborted a request.', 'AbortError')));
  expect(await failure()).toMatchObject({ name: 'AbortError' });
});

test('treats a refusal with an unreadable body as a refusal', async () => {
  serviceSends('<html>', 502);
  expect(messageOf(await failure())).toBe(UNREADABLE);
});
