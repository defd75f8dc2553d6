import { BATCH_MAX_ITEMS, contractOf } from '@course/contracts';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../src/service.ts';
import { aSessionId, anExit, envFor } from './support/builders.ts';
import { callsTo, idOf, type Calls } from './support/calls.ts';
import { storesAnswer } from './support/readiness.ts';
import { until } from './support/until.ts';

/** More calls than all tests together make from one address. */
const ADDRESS_POINTS = 600;

let service: Service;
let calls: Calls;
const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text();

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  service = await startService(envFor(stores, { RATE_LIMITS: 'on', RATE_LIMIT_ADDRESS: String(ADDRESS_POINTS) }));
  calls = callsTo(service.port);
  await storesAnswer(calls);
});

afterAll(async () => {
  await service.stop();
  await stores.stop();
});

it('reports that it is up and that its stores respond', async () => {
  expect(await calls.call('/healthz')).toMatchObject({ status: 200, body: { status: 'up' } });
  expect(await calls.call('/readyz')).toMatchObject({ status: 200, body: { redis: true, postgres: true } });
});

it('publishes its contract for remotes', async () => {
  expect(await calls.call('/contract')).toMatchObject({ status: 200, body: contractOf('svc-tracking') });
});

it('exposes metrics of the stream and the writer, and nothing about a visitor', async () => {
  const sessionId = aSessionId();
  const id = idOf(await calls.enter({ sessionId, pagePath: '/metrics-test' }));
  await calls.exit(id, anExit());
  const shown = await until('two entries are counted', async () => {
    const now = await metrics();
    return /tracking_written_events_total [2-9]/.test(now) && now.includes('tracking_stream_entries 0')
      ? now
      : undefined;
  });
  for (const name of [
    'stream_pending_entries',
    'dead_letters',
    'batch_events_count',
    'stream_lag_seconds',
    'buried_events_total',
    'stream_bytes',
    'redis_used_bytes',
    'redis_limit_bytes',
  ])
    expect(shown).toContain(`tracking_${name}`);
  expect(shown).toContain('http_requests_total{route="/api/page-views/:id",method="PATCH",status="200"}');
  for (const personal of [sessionId, id, '/metrics-test']) expect(shown).not.toContain(personal);
});

it('describes its calls with the schemas that validate them', async () => {
  const { body } = await calls.call('/openapi.json');
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/page-views': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { required: ['sessionId', 'pagePath'], additionalProperties: false } },
            },
          },
        },
      },
      '/api/page-views/batch': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { properties: { items: { maxItems: BATCH_MAX_ITEMS } } } } },
          },
          responses: {
            200: { content: { 'application/json': { schema: { required: ['results'] } } } },
            '4XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
          },
        },
      },
      '/api/page-views/{id}': { patch: { responses: { 200: {}, '4XX': {} } } },
    },
  });
});

/** Makes as many calls as an address may per minute, on one connection, without waiting for each response. */
const exhaust = async (forwardedFor: string): Promise<void> => {
  const request = (connection: string) =>
    `GET /api/none HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\nConnection: ${connection}\r\n\r\n`;
  const socket = connect(service.port, '127.0.0.1');
  socket.write(request('keep-alive').repeat(ADDRESS_POINTS - 1) + request('close'));
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 404/g)).toHaveLength(ADDRESS_POINTS);
};

describe('the limit', () => {
  it('stops a session after its entries for the minute, says for how long, and stops no other', async () => {
    const sessionId = aSessionId();
    const answers = await Promise.all(Array.from({ length: 300 }, () => calls.enter({ sessionId, pagePath: '/q1' })));
    const refused = answers.find(({ status }) => status === 429);
    if (!refused) throw new Error('Nothing was refused');
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(240);
    expect(refused.body).toMatchObject({ statusCode: 429, code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await calls.enter({ sessionId: aSessionId(), pagePath: '/q1' })).status).toBe(201);
  });

  it('counts the address that the edge reports', async () => {
    await exhaust('203.0.113.7, 198.51.100.1');
    const from = (address: string) => calls.enter('not json', { 'x-forwarded-for': address });
    // Only what the edge itself added counts; what the visitor's browser claims before it does not.
    expect((await from('203.0.113.99, 198.51.100.1')).status).toBe(429);
    expect((await from('198.51.100.2')).status).toBe(400);
  });
});
