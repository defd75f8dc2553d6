import Fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInsightsPage } from './add-page.ts';

const fastify = Fastify();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'insights-page-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<title>Insights</title>');
  writeFileSync(path.join(folder, 'assets', 'main.0123456789.js'), 'start()');
  await addInsightsPage(fastify, folder, true);
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
});

it.each(['/insights', '/insights/'])('%s is not cached, not indexed, and runs only its own files', async (url) => {
  const { statusCode, headers, body } = await fastify.inject(url);
  expect([statusCode, body]).toEqual([200, '<title>Insights</title>']);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-type': 'text/html; charset=utf-8',
    'strict-transport-security': 'max-age=31536000',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

it('its files may be cached forever', async () => {
  const { statusCode, headers } = await fastify.inject('/insights/assets/main.0123456789.js');
  expect([statusCode, headers['cache-control'], headers['x-content-type-options']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'nosniff',
  ]);
});

it.each(['/insights/assets/', '/insights/assets/none.js', '/insights/assets/..%2Findex.html', '/insights/other'])(
  '%s does not exist',
  async (url) => {
    expect((await fastify.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
  },
);
