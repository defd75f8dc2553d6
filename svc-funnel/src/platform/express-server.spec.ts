import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type StartedService } from '../../test/service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('creates requests and responses with the prototypes that Express would give them', async () => {
  const app = service.app.getHttpAdapter().getInstance() as Express;
  const prototypes: unknown[] = [];
  service.app
    .getHttpServer()
    .prependListener('request', (...objects: [IncomingMessage, ServerResponse]) =>
      prototypes.push(...objects.map((object) => Object.getPrototypeOf(object) as unknown)),
    );
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(prototypes[0]).toBe(app.request);
  expect(prototypes[1]).toBe(app.response);
});
