import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { WITHDRAW_LABEL } from '@course/funnel';
import { PROJECT_ROOT } from '@course/federation/paths';
import { STEPS, type Step } from '@course/test-kit/product-flow';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { dataDir, siteUrl } from '../src/stack.ts';

const get = (pathname: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    http
      // As a path, because a URL would resolve its dots.
      .get(siteUrl(), { path: pathname, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject);
  });

const textOf = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

describe('every page', () => {
  it.each(STEPS.map((step) => [step.path, step] as [string, Step]))(
    '%s has its heading and content without JavaScript',
    async (pathname, step) => {
      const { status, body } = await get(pathname);
      const html = body.toString();
      expect(status).toBe(200);
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
      expect(textOf(html)).toContain(step.title);
      if ('options' in step) for (const option of step.options) expect(html).toContain(`data-answer="${option.value}"`);
      expect(html).not.toMatch(/ style="/);
    },
  );

  it('has the runtime configuration, and preloads for its route only', async () => {
    const html = (await get('/q1')).body.toString();
    const config = JSON.parse(/id="runtime-config">(.*?)<\/script>/.exec(html)![1]!) as {
      remotes: { name: string; entry: string }[];
    };
    expect(config.remotes.map((remote) => remote.name).sort()).toEqual(['mf-legal', 'mf-offer', 'mf-quiz']);
    const preloads = [...html.matchAll(/<link rel="preload" as="script" href="([^"]+)"/g)].map((match) => match[1]!);
    expect(preloads.length).toBeGreaterThan(0);
    expect(preloads.every((href) => href.startsWith('/remotes/mf-quiz/'))).toBe(true);
  });

  it('can be compressed with Brotli or gzip', async () => {
    const plain = (await get('/q1')).body;
    const br = await get('/q1', { 'accept-encoding': 'gzip, br' });
    const gz = await get('/q1', { 'accept-encoding': 'gzip' });
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain)).toBe(true);
    expect(gunzipSync(gz.body).equals(plain)).toBe(true);
  });

  it('must be revalidated each time, and has an ETag for a 304', async () => {
    const first = await get('/q1');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect((await get('/q1', { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
  });

  it('has the security headers', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('may be indexed by search engines only if it is an entry or a legal text', async () => {
    for (const step of STEPS) {
      const html = (await get(step.path)).body.toString();
      expect([step.path, html.includes('content="noindex"')]).toEqual([step.path, !step.indexable]);
    }
  });

  it('redirects to its path without a trailing slash', async () => {
    const { status, headers } = await get('/q1/?utm_source=x');
    expect([status, headers.location]).toEqual([308, '/q1?utm_source=x']);
  });
});

const WITH_WITHDRAWAL = [
  '/',
  '/home',
  '/old001',
  '/old002',
  '/sales',
  '/sales002',
  '/terms',
  '/refund',
  '/payment-success',
  '/course',
];

it.each(WITH_WITHDRAWAL)('%s has the link to withdraw in its footer', async (pathname) => {
  const [footer] = /<footer[\s>].*?<\/footer>/s.exec((await get(pathname)).body.toString())!;
  expect(footer).toMatch(new RegExp(`<a [^>]*href="/withdrawal"[^>]*>${WITHDRAW_LABEL}</a>`));
});

/**
 * Features that Safari 15.4, Chrome 94 or Firefox 93 lack, the oldest browsers that styles support. The first two are
 * syntax errors there.
 */
const TOO_NEW =
  /\(\?<[=!]|static\{|AbortSignal\.(timeout|any)|\.(findLast|findLastIndex|toReversed|toSpliced)\(|structuredClone|URL\.canParse/g;

describe('files', () => {
  it.each(['shell/dist/web', 'mf-quiz/dist', 'mf-offer/dist', 'mf-legal/dist'])(
    'of %s use only features that the oldest supported browsers have',
    async (build) => {
      const folder = path.join(PROJECT_ROOT, build);
      const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
      const texts = await Promise.all(scripts.map((name) => readFile(path.join(folder, name), 'utf8')));
      expect(scripts).not.toEqual([]);
      expect(texts.flatMap((text) => text.match(TOO_NEW) ?? [])).toEqual([]);
    },
  );

  it('are cached forever, separately for each encoding, because their names or folders change with their content', async () => {
    const html = (await get('/q1')).body.toString();
    const script = /<script defer src="([^"]+)"/.exec(html)![1]!;
    const entry = /href="([^"]+remoteEntry\.js)"/.exec(html)![1]!;
    for (const file of [script, entry]) {
      const { headers } = await get(file, { 'accept-encoding': 'br' });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        vary: 'accept-encoding',
      });
    }
  });

  it('outside the builds cannot be requested', async () => {
    const registry = await readFile(path.join(dataDir(), 'edge', 'last-good', 'registry.json'), 'utf8');
    for (const pathname of [
      '/remotes/../last-good/registry.json',
      '/remotes/%2e%2e/last-good/registry.json',
      '/assets/../shell.json',
      '/remotes/..%2fstack.json',
    ]) {
      const { status, body } = await get(pathname);
      expect([400, 404], pathname).toContain(status);
      expect(body.toString()).not.toContain(registry);
      expect(body.toString()).not.toContain('databaseUrl');
    }
  });

  it('under /api that do not exist return 404 as JSON', async () => {
    for (const pathname of ['/api/nothing', '/api/page-views/nothing/else', '/api']) {
      const { status, body } = await get(pathname);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toEqual({
        statusCode: 404,
        code: 'route_unknown',
        message: expect.any(String),
      });
    }
  });
});
