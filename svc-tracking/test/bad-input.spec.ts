import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { ERRORS, errorBody, type ErrorCode } from '@course/contracts';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageViewIds } from '../src/ingest/page-view-id.ts';
import { startService, type Service } from '../src/service.ts';
import { streamStatus } from '../src/writer/writer.metrics.ts';
import { connectRedis, createLogger, type Redis } from '@course/service-kit';
import { anExit, aSessionId, envFor, SIGNING_SECRET, PUBLIC_URL } from './support/builders.ts';
import { callsTo, type Answer, type Calls } from './support/calls.ts';
import { storesAnswer } from './support/readiness.ts';
import { until } from './support/until.ts';

let service: Service;
let calls: Calls;
let redis: Redis;

let stores: Stores;
beforeAll(async () => {
  stores = await freshStores();
  // Without a writer the stream keeps everything that was accepted.
  service = await startService(envFor(stores, { WRITER: 'off' }));
  calls = callsTo(service.port);
  redis = connectRedis(stores.redisUrl, 'test', createLogger('svc-tracking', 'silent'));
  await storesAnswer(calls);
  await until('this test is connected to Redis', () => redis.isReady);
  await redis.flushAll();
});

afterAll(async () => {
  redis.destroy();
  await service.stop();
  await stores.stop();
});

const expectRefusal = (answer: Pick<Answer, 'status' | 'body'>, code: ErrorCode): void => {
  expect(answer.body).toMatchObject({ code, statusCode: ERRORS[code].status });
  expect(errorBody.safeParse(answer.body).success).toBe(true);
  expect(answer.status).toBe(ERRORS[code].status);
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:| {4}at /);
};

const expectNothingAccepted = async (): Promise<void> => expect(await streamStatus(redis)).toMatchObject({ length: 0 });

const ours = new PageViewIds([SIGNING_SECRET]).fresh(Date.now());
const forged = new PageViewIds(['some-other-key-0123456789']).fresh(Date.now());
const entry = (change: Record<string, unknown> = {}) => ({ sessionId: aSessionId(), pagePath: '/q1', ...change });
const without = (body: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe('POST /api/page-views refuses', () => {
  it.each<[string, unknown, ErrorCode]>([
    ['broken JSON', '{"sessionId": ', 'invalid_json'],
    ['an empty body', '', 'invalid_json'],
    ['a poisoned prototype', '{"__proto__": {"a": 1}}', 'invalid_json'],
    ['a list', [], 'invalid_body'],
    ['null', 'null', 'invalid_body'],
    ['a number', '1', 'invalid_body'],
    ['an empty object', {}, 'invalid_body'],
    ['a missing path', without(entry(), 'pagePath'), 'invalid_body'],
    ['a missing session', without(entry(), 'sessionId'), 'invalid_body'],
    ['an unknown field', entry({ email: 'anna@example.com' }), 'invalid_body'],
    ['a session id of the wrong form', entry({ sessionId: 'session_1_x' }), 'invalid_body'],
    ['a session id with too little randomness', entry({ sessionId: 'session_1763687000000_short' }), 'invalid_body'],
    ['a session id that is a number', entry({ sessionId: 1 }), 'invalid_body'],
    ['an empty path', entry({ pagePath: '' }), 'invalid_body'],
    ['a relative path', entry({ pagePath: 'q1' }), 'invalid_body'],
    ['a path with a host', entry({ pagePath: 'https://evil.example/q1' }), 'invalid_body'],
    ['a protocol-relative path', entry({ pagePath: '//evil.example' }), 'invalid_body'],
    ['a path with a query', entry({ pagePath: '/q1?email=a@b' }), 'invalid_body'],
    ['a path with a fragment', entry({ pagePath: '/q1#x' }), 'invalid_body'],
    ['a path with a line break', entry({ pagePath: '/q1\n' }), 'invalid_body'],
    ['a path with NUL', entry({ pagePath: '/q\u0000' }), 'invalid_body'],
    [
      'a path with half a surrogate pair',
      '{"sessionId":"session_1763687000000_abcdefghijklmnopqrstuv","pagePath":"/\\ud800"}',
      'invalid_body',
    ],
    ['a path of 513 characters', entry({ pagePath: `/${'a'.repeat(512)}` }), 'invalid_body'],
    ['a key that is not a UUID', entry({ key: 'key' }), 'invalid_body'],
    ['a key that is a UUID of another version', entry({ key: '9b2f4c1e-8d3a-4f6b-9c7d-1e2f3a4b5c6d' }), 'invalid_body'],
    ['a variant that is not text', entry({ variant: { a: 1 } }), 'invalid_body'],
    ['a body over 32 KB', JSON.stringify(entry({ variant: 'a'.repeat(33_000) })), 'body_too_large'],
  ])('%s', async (_name, body, code) => {
    expectRefusal(await calls.enter(body), code);
    await expectNothingAccepted();
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('the content type %s', async (type) => {
    expectRefusal(await calls.enter(JSON.stringify(entry()), { 'content-type': type }), 'unsupported_type');
    await expectNothingAccepted();
  });

  it.each(['https://evil.example', 'null', 'http://localhost:1'])('a call from a page of %s', async (origin) => {
    expectRefusal(await calls.enter(entry(), { origin }), 'origin_foreign');
    await expectNothingAccepted();
  });
});

describe('PATCH /api/page-views/{id} refuses', () => {
  it.each<[string, Record<string, unknown>]>([
    ['an empty object', {}],
    ['a missing time', without(anExit(), 'exitedAt')],
    ['missing seconds', without(anExit(), 'timeSpentSeconds')],
    ['an invalid time', anExit({ exitedAt: 'yesterday' })],
    ['a day that does not exist', anExit({ exitedAt: '2025-02-30T00:00:00Z' })],
    ['a time as a number', anExit({ exitedAt: 1_763_687_000_000 })],
    ['negative seconds', anExit({ timeSpentSeconds: -1 })],
    ['more seconds than a day has', anExit({ timeSpentSeconds: 86_401 })],
    ['seconds as text', anExit({ timeSpentSeconds: '12' })],
    ['null seconds', anExit({ timeSpentSeconds: null })],
    ['absurd total seconds', anExit({ totalSeconds: 1e12 })],
    ['an unknown field', anExit({ sessionId: aSessionId() })],
  ])('%s', async (_name, body) => {
    expectRefusal(await calls.exit(ours, body), 'invalid_body');
    await expectNothingAccepted();
  });

  it.each(['1', 'undefined', '9b2f4c1e-8d3a-4f6b-9c7d-1e2f3a4b5c6d', 'a'.repeat(3000), '%E0%A4%A', '..%2f..', '%00'])(
    'the id %s',
    async (id) => {
      expectRefusal(await calls.exit(id, anExit()), 'invalid_path');
      await expectNothingAccepted();
    },
  );

  it('a made-up id', async () => {
    expectRefusal(await calls.exit(forged, anExit()), 'page_view_unknown');
    await expectNothingAccepted();
  });
});

it.each([
  ['GET', '/api/page-views'],
  ['DELETE', `/api/page-views/${ours}`],
  ['PUT', `/api/page-views/${ours}`],
  ['PATCH', '/api/page-views/'],
  ['POST', '/api/page-views/'],
  ['GET', '/api/nothing'],
  ['POST', '/api/page-viewsx'],
  ['GET', '/'],
])('has no route %s %s', async (method, path) => {
  expectRefusal(await calls.call(path, { method, ...(method === 'GET' ? {} : { body: {} }) }), 'route_unknown');
});

it.each<[string, string, ErrorCode]>([
  ['what is not HTTP', 'NONSENSE\r\n\r\n', 'invalid_http'],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
])('refuses %s in the same shape', async (_name, sent, code) => {
  const socket = connect(service.port, '127.0.0.1', () => socket.write(sent));
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expectRefusal({ status: Number(head.split(' ')[1]), body: JSON.parse(body) as Answer['body'] }, code);
});

it('accepts calls from its own site, and not from this machine unless that is the site', async () => {
  expect((await calls.enter(entry(), { origin: PUBLIC_URL })).status).toBe(201);
  for (const origin of [`http://localhost:${service.port}`, `http://127.0.0.1:${service.port}`])
    expect((await calls.enter(entry(), { origin })).status).toBe(403);
  expect(await streamStatus(redis)).toMatchObject({ length: 1 });
  await redis.flushAll();
});
