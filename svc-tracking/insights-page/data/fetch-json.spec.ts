import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchJson, messageOf } from './fetch-json.ts';

const UNREADABLE = 'The service sent a response that this page cannot read. Try again in a moment.';

/** Returns the address of a service that gives this answer. */
const serviceThat = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (answer) => expect.fail(`Answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );

test('answers are read', async () => {
  expect(await fetchJson(await serviceThat((response) => response.end('{"rows":[]}')))).toEqual({ rows: [] });
});

test('an answer that is only the beginning of one cannot be read', async () => {
  const address = await serviceThat((response) => response.end('{"rows":['));
  expect(messageOf(await failureOf(fetchJson(address)))).toBe(UNREADABLE);
});

test('an answer whose connection breaks is none', async () => {
  const address = await serviceThat((response) => {
    response.write('{"rows":[', () => response.destroy());
  });
  expect(messageOf(await failureOf(fetchJson(address)))).toContain('Check the connection');
});

test('an answer that is given up while it is read is none', async () => {
  const giveUp = new AbortController();
  const address = await serviceThat((response) => void response.write('{"rows":['));
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const response = await fetch(...asked);
    setImmediate(() => giveUp.abort());
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await failureOf(fetchJson(address, giveUp.signal))).toMatchObject({ name: 'AbortError' });
});

test('a refusal without words is one, too', async () => {
  const address = await serviceThat((response) => response.writeHead(502).end('<html>'));
  expect(messageOf(await failureOf(fetchJson(address)))).toBe(UNREADABLE);
});
