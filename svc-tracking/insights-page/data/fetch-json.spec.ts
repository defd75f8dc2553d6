import { afterEach, expect, test, vi } from 'vitest';
import { fetchJson, messageOf } from './fetch-json.ts';

const UNREADABLE = 'The service sent a response that this page cannot read. Try again in a moment.';

afterEach(() => void vi.unstubAllGlobals());

const serviceSends = (body: BodyInit, status = 200): void =>
  void vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));

/** A body that begins and then fails, like that of a connection that breaks or of a request that is given up. */
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

test('answers are read', async () => {
  serviceSends('{"rows":[]}');
  expect(await fetchJson('/api/insights/live')).toEqual({ rows: [] });
});

test('an answer that is only the beginning of one cannot be read', async () => {
  serviceSends('{"rows":[');
  expect(messageOf(await failure())).toBe(UNREADABLE);
});

test('an answer whose connection breaks is none', async () => {
  serviceSends(brokenBy(new TypeError('network error')));
  expect(messageOf(await failure())).toContain('Check the connection');
});

test('an answer that is given up while it is read is none', async () => {
  serviceSends(brokenBy(new DOMException('The user aborted a request.', 'AbortError')));
  expect(await failure()).toMatchObject({ name: 'AbortError' });
});

test('a refusal without words is one, too', async () => {
  serviceSends('<html>', 502);
  expect(messageOf(await failure())).toBe(UNREADABLE);
});
