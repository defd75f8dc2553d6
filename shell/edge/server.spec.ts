import fs from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDescriptor, isScreenPath, publishBuild, localReleases } from '@course/federation/fixtures';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

let dir: string;
let edge: FastifyInstance;
let service: http.Server;
let seen: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'edge-'));
  await fs.mkdir(path.join(dir, 'web', 'assets'), { recursive: true });
  await fs.mkdir(path.join(dir, 'remotes'), { recursive: true });
  await fs.writeFile(path.join(dir, 'web', 'shell.json'), JSON.stringify({ scripts: [], styles: [], integrity: {} }));
  for (const file of [
    'web/assets/there.0123456789.js',
    'web/assets/there.0123456789.js.map',
    'web/assets/there.0123456789.js.map.br',
    'remotes/mf-x/1/main.js.map',
  ]) {
    await fs.mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await fs.writeFile(path.join(dir, file), '{}');
  }
  service = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body });
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b; HttpOnly' }).end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  edge = await createEdge({
    env: anEnv({ FUNNEL_URL: address, TRACKING_URL: 'http://127.0.0.1:9' }),
    webDir: path.join(dir, 'web'),
  });
});
afterAll(async () => {
  await edge.close();
  service.close();
  await fs.rm(dir, { recursive: true });
});

const anEnv = (over: Record<string, string> = {}) =>
  readEnv({
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    FUNNEL_URL: 'http://127.0.0.1:9',
    TRACKING_URL: 'http://127.0.0.1:9',
    RELEASE_STORE: path.join(dir, 'store'),
    RELEASES_DIR: dir,
    LOG_LEVEL: 'silent',
    ...over,
  });

describe('the proxy', () => {
  it("passes a call on unchanged, with the client's address as the edge determined it", async () => {
    seen = [];
    const answer = await edge.inject({
      method: 'POST',
      url: '/api/sessions',
      payload: { id: 'x' },
      headers: { 'x-forwarded-for': '6.6.6.6', cookie: 's=1' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([201, { ok: true }]);
    expect(answer.headers['set-cookie']).toBe('a=b; HttpOnly');
    expect(seen[0]).toMatchObject({
      url: '/api/sessions',
      body: '{"id":"x"}',
      headers: { 'x-forwarded-for': '127.0.0.1', cookie: 's=1' },
    });
  });

  it('passes malformed bodies on untouched, for the service to validate', async () => {
    seen = [];
    await edge.inject({
      method: 'POST',
      url: '/api/responses',
      payload: '{"a"',
      headers: { 'content-type': 'application/json' },
    });
    expect(seen[0]!.body).toBe('{"a"');
  });

  it.each(['/insights', '/insights/assets/main.js', '/api/insights/funnel?from=2026-11-01'])(
    'routes %s to svc-tracking',
    async (url) => {
      seen = [];
      const both = await createEdge({
        env: anEnv({ TRACKING_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` }),
        webDir: path.join(dir, 'web'),
      });
      const answer = await both.inject({ url, headers: { cookie: 'insights=1' } });
      await both.close();
      expect(answer.statusCode).toBe(201);
      expect(seen).toMatchObject([{ url, headers: { cookie: 'insights=1' } }]);
      // The service sets the policy of this page; the edge adds none.
      expect(answer.headers['content-security-policy']).toBeUndefined();
    },
  );

  it.each(['/insights', '/api/insights/session'])(
    'passes requests and responses of %s on with their headers and cookies, and caches nothing',
    async (url) => {
      const tracking = http.createServer((request, response) => {
        received.push(request.headers);
        response.writeHead(200, {
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'",
          'referrer-policy': 'no-referrer',
          'set-cookie': 'insights=x; HttpOnly; SameSite=Strict; Path=/',
        });
        response.end(`answer ${received.length}`);
      });
      const received: IncomingHttpHeaders[] = [];
      await new Promise<void>((resolve) => tracking.listen(0, '127.0.0.1', resolve));
      const both = await createEdge({
        env: anEnv({ TRACKING_URL: `http://127.0.0.1:${(tracking.address() as AddressInfo).port}` }),
        webDir: path.join(dir, 'web'),
      });
      const ask = () =>
        both.inject({
          url,
          headers: {
            host: 'funnel.example',
            cookie: 'insights=1',
            'x-forwarded-for': '6.6.6.6',
            'x-forwarded-host': 'evil.example',
          },
        });
      const answers = [await ask(), await ask()];
      await both.close();
      tracking.close();
      expect(answers.map(({ body }) => body)).toEqual(['answer 1', 'answer 2']);
      expect(answers[0]?.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        'set-cookie': 'insights=x; HttpOnly; SameSite=Strict; Path=/',
      });
      expect(received[0]).toMatchObject({
        host: 'funnel.example',
        cookie: 'insights=1',
        'x-forwarded-for': '127.0.0.1',
      });
      expect(received[0]).not.toHaveProperty('x-forwarded-host');
    },
  );

  it('reports an unreachable service in the common error shape', async () => {
    const origin = await edge.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${origin}/api/page-views`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({
      statusCode: 503,
      code: 'store_unavailable',
      message: expect.stringContaining('Nothing was lost'),
    });
  });
});

describe('what the edge refuses itself', () => {
  it.each([
    ['GET', '/api/sessions/%E0%A4%A', 400, 'invalid_path'],
    ['GET', '/%E0%A4%A', 400, 'invalid_path'],
    ['POST', '/q1', 404, 'route_unknown'],
    ['DELETE', '/assets/x.js', 404, 'route_unknown'],
    ['GET', '//', 400, 'invalid_path'],
    ['GET', '///', 400, 'invalid_path'],
    ['GET', '//[', 400, 'invalid_path'],
    ['GET', '/API/sessions', 404, 'route_unknown'],
    ['GET', '/Api', 404, 'route_unknown'],
    ['GET', '/api', 404, 'route_unknown'],
    ['GET', '/%61pi/sessions', 404, 'route_unknown'],
    ['PROPFIND', '/api/sessions', 404, 'route_unknown'],
  ] as const)('%s %s has the common error shape', async (method, url, statusCode, code) => {
    const answer = await edge.inject({ method: method as 'GET', url });
    expect(answer.json()).toEqual({ statusCode, code, message: expect.any(String) });
    expect(answer.statusCode).toBe(statusCode);
  });

  it.each([
    ['slashes alone', '/'.repeat(150_000), 400],
    ['slashes within', `/a${'/'.repeat(150_000)}b`, 503],
    ['slashes at the end', `/a${'/'.repeat(150_000)}`, 308],
  ])('is handled in linear time: %s', async (_, url, status) => {
    const start = performance.now();
    expect((await edge.inject(url)).statusCode).toBe(status);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('includes a missing file, without revealing where it looked, and no cache may keep that', async () => {
    const answer = await edge.inject('/assets/none.js');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect([answer.statusCode, answer.body.includes(dir)]).toEqual([404, false]);
  });
});

describe('the environment', () => {
  it('is rejected with a list of everything that is wrong', () => {
    expect(() => readEnv({ PORT: 'many' })).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*FUNNEL_URL[\s\S]*RELEASE_STORE/);
  });
});

describe('every response', () => {
  it.each([
    '/nowhere',
    '/nowhere/',
    '/assets/none.js',
    '/assets/there.0123456789.js',
    '/api/sessions/x',
    '/api/page-views',
    '/insights',
    '//',
    '/%E0',
    '/healthz',
    '/favicon.ico',
    '/robots.txt',
    '/runtime-config.json',
  ])('has nosniff: %s', async (url) => {
    expect((await edge.inject(url)).headers['x-content-type-options']).toBe('nosniff');
  });
});

it('/favicon.ico is the icon of the pages', async () => {
  const { statusCode, headers, body } = await edge.inject('/favicon.ico');
  expect([statusCode, headers['content-type'], body.startsWith('<svg ')]).toEqual([200, 'image/svg+xml', true]);
});

describe('a source map', () => {
  it.each([
    '/assets/there.0123456789.js.map',
    '/assets/there.0123456789.js%2emap',
    '/assets/there.0123456789.js.map.br',
    '/remotes/mf-x/1/main.js.map',
    '/insights/assets/main.js.map',
  ])('is not served: %s', async (url) => {
    seen = [];
    const answer = await edge.inject(url);
    expect([answer.statusCode, answer.json(), seen]).toEqual([
      404,
      expect.objectContaining({ code: 'route_unknown' }),
      [],
    ]);
  });

  it('does not keep the file beside it from being served', async () => {
    expect((await edge.inject('/assets/there.0123456789.js')).statusCode).toBe(200);
  });
});

describe('while no release is known', () => {
  it('a page is a fallback that no cache keeps, and not a 404', async () => {
    const { statusCode, headers } = await edge.inject('/q1');
    expect([statusCode, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
  });

  it('the edge is alive but not ready', async () => {
    expect((await edge.inject('/healthz')).statusCode).toBe(200);
    expect((await edge.inject('/readyz')).statusCode).toBe(503);
  });

  it('and once its releases are copied, it is ready', async () => {
    const local = localReleases(path.join(dir, 'published'));
    const { scripts, styles } = aDescriptor();
    const files = ['remoteEntry.js', ...scripts, ...styles].map((file) => [file, ''] as const);
    for (const [file, text] of [['remote.json', JSON.stringify(aDescriptor())] as const, ...files]) {
      await fs.mkdir(path.dirname(path.join(dir, 'build', file)), { recursive: true });
      await fs.writeFile(path.join(dir, 'build', file), text);
    }
    await publishBuild(local, path.join(dir, 'build'));
    const env = anEnv({ RELEASE_STORE: local.store.place, RELEASES_DIR: path.join(dir, 'copies') });
    const ready = await createEdge({ env, webDir: path.join(dir, 'web') });
    expect((await ready.inject('/readyz')).json()).toEqual({ status: 'ok' });
    expect((await ready.inject('/nowhere')).statusCode).toBe(404);
    await ready.close();
  });
});

describe('a public page', () => {
  it('disables the camera, and requires HTTPS only for its own host', async () => {
    const secure = await createEdge({
      env: anEnv({ PUBLIC_URL: 'https://funnel.example' }),
      webDir: path.join(dir, 'web'),
    });
    const { headers } = await secure.inject('/nowhere');
    await secure.close();
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('sets no Cross-Origin-Opener-Policy, which would make the browser switch processes', async () => {
    expect((await edge.inject('/nowhere')).headers['cross-origin-opener-policy']).toBeUndefined();
  });
});

describe('the policy', () => {
  it('allows the payment provider only when it is configured', async () => {
    const real = await createEdge({
      env: anEnv({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }),
      webDir: path.join(dir, 'web'),
    });
    const policyOf = async (app: FastifyInstance) =>
      String((await app.inject('/nowhere')).headers['content-security-policy']);
    const directives = (await policyOf(real)).split(';');
    // As listed in Stripe's security guide for Stripe.js and Checkout.
    for (const [name, origin] of [
      ['script-src', 'https://js.stripe.com'],
      ['script-src', 'https://checkout.stripe.com'],
      ['frame-src', 'https://checkout.stripe.com'],
      ['connect-src', 'https://checkout.stripe.com'],
      ['img-src', 'https://*.stripe.com'],
    ])
      expect(directives.find((directive) => directive.startsWith(`${name} `))?.split(' ')).toContain(origin);
    expect(await policyOf(edge)).not.toContain('stripe');
    await real.close();
  });
});

it('has no route whose address a remote may take for a screen', async () => {
  const developed = await createEdge({ env: anEnv({ DEV_RELOAD: 'on' }), webDir: path.join(dir, 'web') });
  const routes = developed.printRoutes({ commonPrefix: false });
  await developed.close();
  const addresses = [...routes.matchAll(/^\S+ (\/\S+)/gm)].map(([, address]) => address!);
  expect(addresses).toContain('/__screens');
  expect(addresses.filter(isScreenPath)).toEqual([]);
});
