import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
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

/** An edge, with the levels of what it logs, in front of a service that responds once `released` resolves. */
const anEdge = async (released: Promise<void>) => {
  let onRequest: () => void = () => undefined;
  const requestReceived = new Promise<void>((resolve) => (onRequest = resolve));
  const service = http.createServer((request, response) => {
    request.resume().on('end', onRequest);
    void released.then(() => response.end('late'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const levels: number[] = [];
  const logger = pino(
    { level: 'warn' },
    { write: (line: string) => levels.push((JSON.parse(line) as { level: number }).level) },
  );
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
  await edge.listen({ port: 0, host: '127.0.0.1' });
  ends.push(
    () => edge.close(),
    () => new Promise((resolve) => service.close(resolve)),
  );
  return { edge, requestReceived, levels, port: (edge.server.address() as AddressInfo).port };
};

it('logs no failure when a client disconnects before the service has responded', async () => {
  let release: () => void = () => undefined;
  const { edge, requestReceived, levels, port } = await anEdge(new Promise((resolve) => (release = resolve)));
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
  expect(levels).toEqual([]);
});

it('logs an error when the edge itself fails', async () => {
  const { edge, levels } = await anEdge(Promise.resolve());
  const answer = await edge.inject('/broken');
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(levels).toEqual([50]);
});
