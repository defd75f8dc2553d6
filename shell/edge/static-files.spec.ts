import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileMemory } from './file-memory.ts';
import { addStaticFiles } from './static-files.ts';

const memory = new FileMemory();
const app = Fastify({
  serverFactory: (handle) =>
    createServer((request, response) => {
      if (!memory.serve(request, response)) handle(request, response);
    }),
});
let dir: string;
let url: string;

const write = (name: string, content: string | Buffer) => fs.writeFile(path.join(dir, name), content);
const get = async (name: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/assets/${name}`, { headers });
  const others = [...answer.headers].filter(([name]) => name !== 'date');
  return { status: answer.status, headers: Object.fromEntries(others), body: await answer.text() };
};

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'edge-files-'));
  await addStaticFiles(app, dir, '/assets/', memory);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await fs.rm(dir, { recursive: true });
});

it('serves the same response from memory as from disk, header by header', async () => {
  await write('main.0123456789.js', 'main()');
  await write('main.0123456789.js.br', brotliCompressSync('main()'));
  const first = await get('main.0123456789.js', { 'accept-encoding': 'gzip, deflate, br' });
  for (const name of ['main.0123456789.js', 'main.0123456789.js.br']) await fs.rm(path.join(dir, name));
  const second = await get('main.0123456789.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(first).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' }, body: 'main()' });
  expect(second).toEqual(first);
});

it('keeps each content coding separately', async () => {
  await write('two.0123456789.css', 'a{}');
  await write('two.0123456789.css.br', brotliCompressSync('a{}'));
  const compressed = await get('two.0123456789.css', { 'accept-encoding': 'br' });
  const plain = await get('two.0123456789.css', { 'accept-encoding': 'identity' });
  expect([compressed, plain].map(({ headers, body }) => [headers['content-encoding'], body])).toEqual([
    ['br', 'a{}'],
    [undefined, 'a{}'],
  ]);
});

it('ignores codings that only resemble known ones, and does not let them affect other clients', async () => {
  await write('found.0123456789.js', 'found()');
  await write('found.0123456789.js.br', brotliCompressSync('found()'));
  const [strange, browser] = [
    await get('found.0123456789.js', { 'accept-encoding': 'xbr, xgzip, xdeflate' }),
    await get('found.0123456789.js', { 'accept-encoding': 'gzip, deflate, br' }),
  ];
  expect([strange, browser].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br']);
});

it('varies by coding, and lets every file be cached as immutable', async () => {
  await write('remoteEntry.js', '0123456789');
  const { headers } = await get('remoteEntry.js', { 'accept-encoding': 'identity' });
  expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' });
  for (const name of ['etag', 'last-modified']) expect(headers).not.toHaveProperty(name);
});

it('serves ranges as if nothing were in memory', async () => {
  await write('part.js', '0123456789');
  const whole = await get('part.js', { 'accept-encoding': 'identity' });
  const part = await get('part.js', { 'accept-encoding': 'identity', range: 'bytes=2-4' });
  expect(whole).toMatchObject({ status: 200, headers: { 'accept-ranges': 'bytes' }, body: '0123456789' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/10' }, body: '234' });
  expect(await get('part.js', { 'accept-encoding': 'identity' })).toEqual(whole);
});

it('sends the whole file for a conditional request from an earlier release', async () => {
  await write('condition.js', '0123456789');
  // Not by fetch, which adds a cache-control header of its own to a conditional request.
  const asked = await app.inject({ url: '/assets/condition.js', headers: { 'if-none-match': 'W/"a-b"' } });
  expect([asked.statusCode, asked.body]).toEqual([200, '0123456789']);
});

it('does not serve the description of a release, which may be signed again', async () => {
  await write('release.json', '{}');
  expect((await get('release.json')).status).toBe(404);
});

it('does not keep a 404', async () => {
  expect((await get('late.0123456789.js')).status).toBe(404);
  await write('late.0123456789.js', 'late()');
  expect((await get('late.0123456789.js')).body).toBe('late()');
});
