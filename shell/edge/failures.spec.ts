import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { ApiError } from '@course/contracts';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { addFailures } from './failures.ts';
import { addProxies } from './proxy.ts';
import type { Env } from './env.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** An edge, with what it logs, in front of a service that responds once `released` resolves. */
const anEdge = async (released: Promise<void>) => {
  let onRequest: () => void = () => undefined;
  const requestReceived = new Promise<void>((resolve) => (onRequest = resolve));
  const service = http.createServer((request, response) => {
    request.resume().on('end', onRequest);
    void released.then(() => response.end('late'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const logged: unknown[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const edge = Fastify({ forceCloseConnections: true });
  addFailures(edge, logger);
  await addProxies(
    edge,
    {
      TRACKING_URL: address,
      FUNNEL_URL: address,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: true,
    } as Env,
    { renew: () => undefined },
  );
  edge.get('/broken', () => Promise.reject(new Error('broken')));
  edge.get('/full', () => Promise.reject(new ApiError('store_unavailable')));
  await edge.listen({ port: 0, host: '127.0.0.1' });
  ends.push(
    () => edge.close(),
    () => new Promise((resolve) => service.close(resolve)),
  );
  return { edge, service, requestReceived, logged, port: (edge.server.address() as AddressInfo).port };
};

it('logs no failure when a client disconnects before the service has responded', async () => {
  let release: () => void = () => undefined;
  const { edge, requestReceived, logged, port } = await anEdge(new Promise((resolve) => (release = resolve)));
  const handled = new Promise<void>((resolve) =>
    edge.server.once('request', (_request, response: http.ServerResponse) => response.once('close', resolve)),
  );
  const client = net.connect(port, '127.0.0.1').on('error', () => undefined);
  client.write(
    'POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  await requestReceived;
  client.resetAndDestroy();
  await handled;
  release();
  // By the time of this response, everything that the first call left behind has been handled.
  expect((await edge.inject('/api/sessions')).body).toBe('late');
  expect(logged).toEqual([]);
});

it('logs an error when the edge itself fails', async () => {
  const { edge, logged } = await anEdge(Promise.resolve());
  const answer = await edge.inject('/broken');
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(logged).toMatchObject([{ level: 50, msg: 'the edge failed' }]);
});

it('logs that a service did not respond only if one was called', async () => {
  const { edge, service, logged } = await anEdge(Promise.resolve());
  service.close();
  for (const address of ['/full', '/api/sessions']) expect((await edge.inject(address)).statusCode).toBe(503);
  expect(logged).toMatchObject([
    { level: 40, code: 'store_unavailable', msg: 'a request was refused for now' },
    { level: 40, code: 'store_unavailable', msg: 'a service did not respond', err: { code: 'ECONNREFUSED' } },
  ]);
});
