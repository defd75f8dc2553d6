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

/** Makes every name resolve to these addresses. */
const resolveTo = (...addresses: string[]) => {
  const lookup = ((_name: string, _options: unknown, callback: (error: null, all: dns.LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as typeof dns.lookup;
  vi.spyOn(dns, 'lookup').mockImplementation(lookup);
};

const aRequest = (method: UpstreamRequest['method']): UpstreamRequest => ({
  method,
  path: '/',
  headers: {},
  body: null,
});

const ok = (_request: IncomingMessage, response: ServerResponse): void => void response.end('ok');
const okAndClose = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.setHeader('connection', 'close').end('ok');
const resetConnection = (request: IncomingMessage): void => void request.socket.destroy();

const connectTo = (port: number) => {
  const service = upstream(`http://service.test:${port}`, 4);
  ends.push(() => service.close());
  return service;
};

it('spreads connections over all copies that share a name', async () => {
  const one = await aCopy('127.0.0.1', 0, okAndClose);
  const other = await aCopy('127.0.0.2', one.port, okAndClose);
  resolveTo('127.0.0.1', '127.0.0.2');
  const service = connectTo(one.port);
  for (let round = 0; round < 40; round += 1) expect((await service.send(aRequest('POST'), 1000)).status).toBe(200);
  expect(one.requests()).toBeGreaterThan(5);
  expect(other.requests()).toBeGreaterThan(5);
});

it('reaches the other copy for any method when one refuses connections', async () => {
  const one = await aCopy('127.0.0.1', 0, okAndClose);
  resolveTo('127.0.0.1', '127.0.0.2');
  const service = connectTo(one.port);
  for (let round = 0; round < 10; round += 1) expect((await service.send(aRequest('POST'), 1000)).status).toBe(200);
});

it('retries while a name resolves to no running copy', async () => {
  const copy = await aCopy('127.0.0.1', 0, ok);
  resolveTo('127.0.0.2');
  const service = connectTo(copy.port);
  const responded = service.send(aRequest('POST'), 1000);
  resolveTo('127.0.0.1');
  expect((await responded).status).toBe(200);
});

it.each([
  ['GET', 3],
  ['DELETE', 3],
  ['POST', 1],
  ['PATCH', 1],
] as const)('limits its attempts when the connection breaks: %s %i', async (method, times) => {
  const copy = await aCopy('127.0.0.1', 0, resetConnection);
  resolveTo('127.0.0.1');
  await expect(connectTo(copy.port).send(aRequest(method), 2000)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(copy.requests()).toBe(times);
});

it('stops retrying at the deadline', async () => {
  resolveTo('127.0.0.3');
  const started = Date.now();
  await expect(connectTo(1).send(aRequest('GET'), 100)).rejects.toMatchObject({ code: 'upstream_timeout' });
  expect(Date.now() - started).toBeLessThan(1000);
});
