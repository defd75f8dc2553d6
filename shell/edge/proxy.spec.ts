import { once } from 'node:events';
import fs from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

let dir: string;
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'edge-proxy-'));
  await fs.mkdir(path.join(dir, 'web', 'assets'), { recursive: true });
  await fs.mkdir(path.join(dir, 'remotes'), { recursive: true });
  await fs.writeFile(path.join(dir, 'web', 'shell.json'), JSON.stringify({ scripts: [], styles: [], integrity: {} }));
});
afterAll(() => fs.rm(dir, { recursive: true }));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A service that counts its connections and records the complete requests. */
const aService = async (handle: Handler) => {
  const seen: IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push(request);
      handle(request, response, Buffer.concat(chunks).toString());
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, connections: () => connections };
};

const anEdge = async (
  serviceUrl: string,
  over: Record<string, string> = {},
): Promise<{ edge: FastifyInstance; port: number; url: string }> => {
  const env = readEnv({
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    FUNNEL_URL: serviceUrl,
    TRACKING_URL: serviceUrl,
    RELEASE_STORE: path.join(dir, 'store'),
    RELEASES_DIR: dir,
    LOG_LEVEL: 'silent',
    ...over,
  });
  const edge = await createEdge({ env, webDir: path.join(dir, 'web') });
  await edge.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => edge.close());
  const { port } = edge.server.address() as AddressInfo;
  return { edge, port, url: `http://127.0.0.1:${port}` };
};

const aSocket = (port: number, text: string): Socket => {
  const socket = net
    .connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  socket.write(text);
  ends.push(() => socket.destroy());
  return socket;
};

/** Returns everything that the edge sends until it closes the connection. */
const answerTo = async (port: number, text: string): Promise<{ status: number; head: string; body: unknown }> => {
  let received = '';
  const socket = aSocket(port, text).on('data', (chunk: Buffer) => (received += chunk.toString()));
  await once(socket, 'close');
  // Node itself sends 100 Continue, with a head of its own.
  const [head = '', body = ''] = received.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: body === '' ? '' : (JSON.parse(body) as unknown),
  };
};

const unfinished = (path = '/api/sessions', headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"id":`;

const post = (url: string, body = '{}', headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

const ok: Handler = (_request, response, body) =>
  void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ length: body.length }));

describe('unfinished bodies', () => {
  it('occupy no connection to a service, and delay neither visitors nor the webhook', async () => {
    const service = await aService(ok);
    const { edge, port, url } = await anEdge(service.url);
    let begun = 0;
    const all = new Promise<void>((resolve) => edge.server.on('request', () => (begun += 1) === 140 && resolve()));
    const sockets = Array.from({ length: 140 }, () => aSocket(port, unfinished()));
    await all;
    // One address may have 32 of them; older ones were dropped.
    await expect.poll(() => sockets.filter(({ readyState }) => readyState === 'open').length).toBe(32);
    expect(service.connections()).toBe(0);
    const answers = await Promise.all([
      post(`${url}/api/sessions`),
      post(`${url}/api/stripe/webhook`),
      post(`${url}/api/page-views`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(service.seen.map((request) => request.url).sort()).toEqual([
      '/api/page-views',
      '/api/sessions',
      '/api/stripe/webhook',
    ]);
  });

  it('that the edge drops get the common error shape', async () => {
    const { port } = await anEdge((await aService(ok)).url);
    const answers = Array.from({ length: 33 }, () => answerTo(port, unfinished()));
    const { status, body, head } = await Promise.race(answers);
    expect([status, body]).toEqual([408, { statusCode: 408, code: 'request_timeout', message: expect.any(String) }]);
    expect(head).toContain('x-content-type-options: nosniff');
  });

  it('are counted separately for each address', async () => {
    const service = await aService(ok);
    const { edge, port } = await anEdge(service.url, { TRUST_PROXY: '1' });
    let begun = 0;
    const all = new Promise<void>((resolve) => edge.server.on('request', () => (begun += 1) === 80 && resolve()));
    const of = (index: number) => `X-Forwarded-For: 203.0.113.${index % 4}\r\n`;
    const sockets = Array.from({ length: 80 }, (_, index) => aSocket(port, unfinished('/api/sessions', of(index))));
    await all;
    expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(80);
  });

  it('time out after 20 s, headers after 10 s, and both are checked every second', async () => {
    const { edge } = await anEdge('http://127.0.0.1:9');
    expect([edge.server.requestTimeout, edge.server.headersTimeout]).toEqual([20_000, 10_000]);
    expect(Reflect.get(edge.server, 'connectionsCheckingInterval') ?? 1000).toBe(1000);
  });
});

describe('bodies', () => {
  const KB = 1024;
  it.each([
    ['/api/sessions', 32 * KB],
    ['/api/page-views', 32 * KB],
    ['/api/page-views/batch', 256 * KB],
    ['/api/stripe/webhook', 1024 * KB],
    ['/api/mail-events/mailgun', 1024 * KB],
  ])('of %s may have at most %i bytes', async (address, max) => {
    const service = await aService(ok);
    const { url } = await anEdge(service.url);
    expect(await (await post(url + address, 'x'.repeat(max))).json()).toEqual({ length: max });
    const refused = await post(url + address, 'x'.repeat(max + 1)).catch(() => undefined);
    if (refused) expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    expect(service.seen).toHaveLength(1);
  });

  it('that are announced as too large are refused before they are sent', async () => {
    const { port } = await anEdge((await aService(ok)).url);
    const { status, body } = await answerTo(
      port,
      'POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40000\r\n\r\n',
    );
    expect([status, body]).toMatchObject([413, { statusCode: 413, code: 'body_too_large' }]);
  });

  it('are forwarded unchanged, chunked or not', async () => {
    const service = await aService(ok);
    const { port, url } = await anEdge(service.url);
    const chunked =
      'POST /api/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n';
    expect((await answerTo(port, chunked)).head).toContain('201');
    await post(`${url}/api/sessions`, '');
    expect(service.seen.map(({ headers }) => [headers['content-length'], headers['transfer-encoding']])).toEqual([
      ['7', undefined],
      ['0', undefined],
    ]);
  });

  it('may wait for a 100 Continue', async () => {
    const service = await aService(ok);
    const { port } = await anEdge(service.url);
    for (const expectation of ['100-continue', 'something-else']) {
      const { status } = await answerTo(
        port,
        `POST /api/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${expectation}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      );
      expect(status).toBe(201);
    }
    expect(service.seen.map(({ headers }) => headers.expect)).toEqual([undefined, undefined]);
  });
});

describe('a service', () => {
  it.each(['/api/sessions/x', '/api/insights/funnel'])('gets %s once, whatever it responds', async (address) => {
    const service = await aService(
      (_request, response) =>
        void response
          .writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' })
          .end('{"code":"insights_slow"}'),
    );
    const { url } = await anEdge(service.url);
    const answer = await fetch(url + address);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '0',
      { code: 'insights_slow' },
    ]);
    expect(service.seen).toHaveLength(1);
  });

  it(
    'that stops responding costs a visitor at most 5 s, and gets its next call over a new connection',
    { timeout: 20_000 },
    async () => {
      let silent = true;
      const service = await aService((request, response, body) => (silent ? undefined : ok(request, response, body)));
      const { url } = await anEdge(service.url);
      const start = performance.now();
      const answer = await fetch(`${url}/api/sessions/x`);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
        504,
        '2',
        { statusCode: 504, code: 'upstream_timeout', message: expect.any(String) },
      ]);
      // Leaves room for a busy machine.
      expect(performance.now() - start).toBeLessThan(12_000);
      silent = false;
      expect((await fetch(`${url}/api/sessions/x`)).status).toBe(201);
      expect(service.seen).toHaveLength(2);
      expect(service.connections()).toBeGreaterThan(1);
    },
  );

  it('that closes a connection in the middle of a response results in a 503, not half a response', async () => {
    const service = await aService((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.destroy();
    });
    const { url } = await anEdge(service.url);
    const answer = await fetch(`${url}/api/sessions/x`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'store_unavailable' }]);
  });

  it('has its connection back before a slow client has read the response', async () => {
    const finished: boolean[] = [];
    const service = await aService((_request, response) => {
      response.on('finish', () => finished.push(true));
      response.end(Buffer.alloc(8 * 1024 * 1024));
    });
    const { port } = await anEdge(service.url);
    aSocket(port, 'GET /api/insights/funnel HTTP/1.1\r\nHost: x\r\n\r\n').pause();
    await expect.poll(() => finished).toEqual([true]);
  });

  it('gets at most 100 requests of one address at a time, while the webhook still gets through', async () => {
    const waiting: ServerResponse[] = [];
    const service = await aService((request, response, body) =>
      request.url === '/api/stripe/webhook' ? ok(request, response, body) : waiting.push(response),
    );
    const { url } = await anEdge(service.url);
    const answers = Promise.all(
      Array.from({ length: 110 }, () =>
        post(`${url}/api/responses`).then(({ status, headers }) => [status, headers.get('retry-after')].join(' ')),
      ),
    );
    await expect.poll(() => waiting.length, { timeout: 4500 }).toBe(64);
    expect((await post(`${url}/api/stripe/webhook`)).status).toBe(201);
    const timer = setInterval(() => waiting.splice(0).forEach((response) => response.end()), 5);
    const all = await answers;
    clearInterval(timer);
    expect([
      all.filter((answer) => answer === '200 ').length,
      all.filter((answer) => answer === '429 1').length,
    ]).toEqual([100, 10]);
  });

  /** Pipelines 100 calls behind one that the service does not respond to yet. */
  const pipelined = async () => {
    const waiting: ServerResponse[] = [];
    const service = await aService((request, response, body) =>
      request.url === '/api/page-views/x' ? waiting.push(response) : ok(request, response, body),
    );
    const { port, url } = await anEdge(service.url);
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const socket = aSocket(port, ask('/api/page-views/x') + ask('/api/sessions/x').repeat(100));
    await expect.poll(() => service.seen.length, { timeout: 10_000 }).toBe(101);
    const next = async () => (await fetch(`${url}/api/sessions/x`)).status;
    expect(await next()).toBe(429);
    return { socket, next, answerFirst: () => waiting[0]!.end() };
  };

  it('can be called again by an address whose connection closed before its pipelined responses', async () => {
    const { socket, next } = await pipelined();
    socket.resetAndDestroy();
    await expect.poll(next).toBe(201);
    expect(new Set(await Promise.all(Array.from({ length: 99 }, next)))).toEqual(new Set([201]));
  });

  it('can be called again by an address that has received its pipelined responses', async () => {
    const { socket, next, answerFirst } = await pipelined();
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    answerFirst();
    await expect.poll(() => received.split('HTTP/1.1 201').length - 1).toBe(100);
    expect(await next()).toBe(201);
  });
});

describe("the client's address", () => {
  const seenBy = async (setting: Record<string, string>, forwarded: string) => {
    const service = await aService(ok);
    const { url } = await anEdge(service.url, setting);
    await post(`${url}/api/sessions`, '{}', {
      'x-forwarded-for': forwarded,
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    });
    const [request] = service.seen;
    return [request?.headers['x-forwarded-for'], request?.headers['x-real-ip'], request?.headers.forwarded];
  };

  it.each([
    ['no proxy is trusted', {}, '203.0.113.7', '127.0.0.1'],
    ['the setting is empty', { TRUST_PROXY: '' }, '203.0.113.7', '127.0.0.1'],
    ['one proxy is in front', { TRUST_PROXY: '1' }, '203.0.113.7', '203.0.113.7'],
    ['a visitor invents one', { TRUST_PROXY: '1' }, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['two proxies are in front', { TRUST_PROXY: '2' }, '6.6.6.6, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    [
      'the proxy is listed',
      { TRUST_PROXY: '127.0.0.0/8, 192.0.2.1' },
      '6.6.6.6, 203.0.113.7, 192.0.2.1',
      '203.0.113.7',
    ],
    ['another proxy is listed', { TRUST_PROXY: '192.0.2.1' }, '203.0.113.7', '127.0.0.1'],
    ['the proxy writes a port', { TRUST_PROXY: '1' }, '203.0.113.7:51234', '203.0.113.7'],
    ['the proxy writes no address', { TRUST_PROXY: '1' }, 'unknown', '127.0.0.1'],
    ['it is an IPv6 address', { TRUST_PROXY: 'loopback' }, '2001:db8::9', '2001:db8::9'],
  ])('is correct when %s', async (_, setting, forwarded, address) => {
    expect(await seenBy(setting, forwarded)).toEqual([address, undefined, undefined]);
  });

  it.each(['true', 'yes', '99', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0'])('is not taken from "%s"', (value) => {
    expect(() => readEnv({ PORT: '1', TRUST_PROXY: value })).toThrow(
      /TRUST_PROXY: must be the number of proxies in front/,
    );
  });
});

describe('a request that the edge refuses', () => {
  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400, 'invalid_http'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'invalid_http'],
    [
      'a broken chunk',
      'POST /api/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_http',
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['an endless address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_http'],
    [
      'a page of another host',
      'GET /\\evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'invalid_path',
    ],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'route_unknown'],
  ])('gets the common error shape and the right status: %s', async (_, text, statusCode, code) => {
    const { port } = await anEdge('http://127.0.0.1:9');
    const { status, head, body } = await answerTo(port, text);
    expect([status, body]).toEqual([statusCode, { statusCode, code, message: expect.any(String) }]);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('connection: close');
  });

  it('for an unknown route is refused without waiting for its body', async () => {
    const { port } = await anEdge('http://127.0.0.1:9');
    const socket = aSocket(port, unfinished('/q1'));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toMatch(/^HTTP\/1.1 404 [\s\S]*"code":"route_unknown"/);
  });
});

describe('stopping', () => {
  it('lets a response in flight finish first', async () => {
    let answer: () => void = () => undefined;
    const service = await aService((request, response, body) => (answer = () => ok(request, response, body)));
    const { edge, url } = await anEdge(service.url);
    const posted = post(`${url}/api/sessions`);
    await expect.poll(() => service.seen.length).toBe(1);
    const closed = edge.close();
    answer();
    expect((await posted).status).toBe(201);
    await closed;
  });

  it(
    'is not held up by a silent service, unfinished bodies or clients that read nothing',
    { timeout: 20_000 },
    async () => {
      const service = await aService((request, response) =>
        request.url === '/api/insights' ? response.end(Buffer.alloc(16 * 1024 * 1024)) : undefined,
      );
      const { edge, port } = await anEdge(service.url);
      aSocket(port, unfinished());
      aSocket(port, 'GET /api/insights HTTP/1.1\r\nHost: x\r\n\r\n').pause();
      const waiting = answerTo(port, 'GET /api/checkout-sessions/x HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(() => service.seen.length).toBe(2);
      const start = performance.now();
      await edge.close();
      expect(performance.now() - start).toBeLessThan(10_000);
      expect(await waiting).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    },
  );
});
