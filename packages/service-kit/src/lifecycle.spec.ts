import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { expect, test } from 'vitest';
import { closeGracefully } from './lifecycle.ts';

const anApp = async () => {
  const server = http.createServer((_request, response) => response.end('ok'));
  server.keepAliveTimeout = 75_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const app = { getHttpServer: () => server, close: () => new Promise((resolve) => server.close(resolve)) };
  return { app: app as unknown as INestApplication, port: (server.address() as AddressInfo).port };
};

const ask = (port: number, agent: http.Agent): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', agent }, (response) => {
        response.resume().on('end', () => resolve(response.headers.connection));
      })
      .on('error', reject);
  });

test('a draining service answers every request, closes kept-alive connections after the response, and then stops', async () => {
  const { app, port } = await anApp();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(port, agent)).toBe('keep-alive');
  const closed = closeGracefully(app, { drainMs: 1500 });
  expect(await ask(port, agent)).toBe('close');
  // New connections are accepted, too: the name still resolves to this copy.
  expect(await ask(port, agent)).toBe('close');
  expect(await closed).toBe(true);
  await expect(ask(port, agent)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a service that does not drain stops at once', async () => {
  const { app, port } = await anApp();
  const started = Date.now();
  expect(await closeGracefully(app)).toBe(true);
  // An idle connection would be kept for 75 s.
  expect(Date.now() - started).toBeLessThan(5000);
  await expect(ask(port, new http.Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
