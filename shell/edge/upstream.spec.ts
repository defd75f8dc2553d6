import dns from 'node:dns';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { upstream, type UpstreamRequest } from './upstream.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});

/** A copy of a service on one of this machine's loopback addresses. */
const aCopy = async (
  host: string,
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
  ends.push(stop);
  return { port: (server.address() as AddressInfo).port, requests: () => requests, stop };
};

/** A name that means these addresses. */
const named = (...addresses: string[]) => {
  const lookup = ((_name: string, _options: unknown, callback: (error: null, all: dns.LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as typeof dns.lookup;
  vi.spyOn(dns, 'lookup').mockImplementation(lookup);
};

const ask = (method: UpstreamRequest['method']): UpstreamRequest => ({
  method,
  path: '/',
  headers: {},
  body: null,
});

const ok = (_request: IncomingMessage, response: ServerResponse): void => void response.end('ok');
const sayClose = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.setHeader('connection', 'close').end('ok');
const breakOff = (request: IncomingMessage): void => void request.socket.destroy();

const connectTo = (port: number) => {
  const service = upstream(`http://service.test:${port}`, 4);
  ends.push(() => service.close());
  return service;
};

it('spreads connections over all copies that share a name', async () => {
  const one = await aCopy('127.0.0.1', 0, sayClose);
  const other = await aCopy('127.0.0.2', one.port, sayClose);
  named('127.0.0.1', '127.0.0.2');
  const service = connectTo(one.port);
  for (let round = 0; round < 40; round += 1) expect((await service.ask(ask('POST'), 1000)).status).toBe(200);
  expect(one.requests()).toBeGreaterThan(5);
  expect(other.requests()).toBeGreaterThan(5);
});

it('reaches the other copy for any method when one refuses connections', async () => {
  const one = await aCopy('127.0.0.1', 0, sayClose);
  named('127.0.0.1', '127.0.0.2');
  const service = connectTo(one.port);
  for (let round = 0; round < 10; round += 1) expect((await service.ask(ask('POST'), 1000)).status).toBe(200);
});

it('tries again while a name means nobody for a moment', async () => {
  const copy = await aCopy('127.0.0.1', 0, ok);
  named('127.0.0.2');
  const service = connectTo(copy.port);
  const asked = service.ask(ask('POST'), 1000);
  named('127.0.0.1');
  expect((await asked).status).toBe(200);
});

it.each([
  ['GET', 3],
  ['DELETE', 3],
  ['POST', 1],
  ['PATCH', 1],
] as const)('asks at most so often when the connection breaks: %s %i', async (method, times) => {
  const copy = await aCopy('127.0.0.1', 0, breakOff);
  named('127.0.0.1');
  await expect(connectTo(copy.port).ask(ask(method), 2000)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(copy.requests()).toBe(times);
});

it('ends retrying at the deadline', async () => {
  named('127.0.0.3');
  const started = Date.now();
  await expect(connectTo(1).ask(ask('GET'), 100)).rejects.toMatchObject({ code: 'upstream_timeout' });
  expect(Date.now() - started).toBeLessThan(1000);
});
