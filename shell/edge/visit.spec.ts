import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  aDescriptor,
  folderStore,
  publishBuild,
  localReleases,
  signedBuild,
  storeReleases,
  type LocalReleases,
} from '@course/federation/fixtures';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signPreview } from '@course/federation/registry';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

const BY = { who: 'a test', why: 'to see' };
const KEYS = ['k'.repeat(32)];
const DAY_MS = 86_400_000;

let dir: string;
let local: LocalReleases;
let edge: FastifyInstance;

const aBuild = async (version: string, name = 'mf-quiz', screen = 'q1'): Promise<string> => {
  const build = path.join(dir, `build-${name}-${version}`);
  const html = `<main data-screen="${screen}"><h1>${version}</h1></main>`;
  const routes = [{ path: `/${screen}`, screen, title: 'One', indexable: true, html }];
  const descriptor = aDescriptor({ name, version, routes });
  const files = ['remoteEntry.js', ...descriptor.scripts, ...descriptor.styles].map((file) => [file, ''] as const);
  for (const [file, text] of [['remote.json', JSON.stringify(descriptor)] as const, ...files]) {
    await fs.mkdir(path.dirname(path.join(build, file)), { recursive: true });
    await fs.writeFile(path.join(build, file), text);
  }
  return build;
};
const upload = async (version: string) => signedBuild(local, await aBuild(version));
const releases = () => storeReleases(local.store);

const startEdge = (over: Record<string, string> = {}): Promise<FastifyInstance> =>
  createEdge({
    env: readEnv({
      PORT: '0',
      PUBLIC_URL: 'https://shop.example',
      FUNNEL_URL: 'http://127.0.0.1:9',
      TRACKING_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      RELEASE_STORE: path.join(dir, 'store'),
      RELEASES_DIR: path.join(dir, 'edge'),
      PREVIEW_KEYS: KEYS.join(','),
      ...over,
    }),
    webDir: path.join(dir, 'web'),
  });

beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'visit-'));
  await fs.mkdir(path.join(dir, 'web', 'assets'), { recursive: true });
  await fs.writeFile(path.join(dir, 'web', 'shell.json'), JSON.stringify({ scripts: [], styles: [], integrity: {} }));
  local = localReleases(dir, { store: folderStore(path.join(dir, 'store')) });
  await publishBuild(local, await aBuild('1.0.0'));
  edge = await startEdge();
});
afterEach(async () => {
  await edge.close();
  await fs.rm(dir, { recursive: true });
});

/** A browser that keeps cookies. */
const aBrowser = (on: FastifyInstance = edge) => {
  const jar = new Map<string, string>();
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await on.inject({ url, headers: { ...(cookie && { cookie }), ...headers } });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const version = async (): Promise<string | undefined> => /<h1>(.*?)<\/h1>/.exec((await get('/q1')).body)?.[1];
  const until = (wanted: string) => vi.waitFor(async () => expect(await version()).toBe(wanted), 10_000);
  return { jar, get, version, until };
};

const untilNewcomersGet = (wanted: string) =>
  vi.waitFor(async () => expect(await aBrowser().version()).toBe(wanted), 10_000);

describe('a visit', () => {
  it('keeps its release in a cookie that scripts cannot read, for 30 minutes after its last page', async () => {
    const { get } = aBrowser();
    const first = await get('/q1');
    expect(first.headers['set-cookie']).toMatch(
      /^visit_releases=[0-9a-f]{10}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(first.headers.vary).toBe('accept-encoding, cookie');
    const again = await get('/q1', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([304, first.headers['set-cookie']]);
  });

  it('keeps the same release across reloads, in the page and its configuration, while newcomers get the next', async () => {
    const browser = aBrowser();
    const first = await browser.get('/q1');
    await publishBuild(local, await aBuild('2.0.0'));
    await untilNewcomersGet('2.0.0');
    const second = await browser.get('/q1');
    expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag]);
    const config = async (on: typeof browser) => (await on.get('/runtime-config.json')).json<object>();
    expect(await config(browser)).toMatchObject({ remotes: [{ version: '1.0.0' }] });
    expect(await config(aBrowser())).toMatchObject({ remotes: [{ version: '2.0.0' }] });
  });

  it('moves off a release that is rolled back', async () => {
    await publishBuild(local, await aBuild('2.0.0'));
    await untilNewcomersGet('2.0.0');
    const browser = aBrowser();
    expect(await browser.version()).toBe('2.0.0');
    await releases().rollback('mf-quiz', undefined, BY);
    await browser.until('1.0.0');
  });

  it('is extended by every page view that its browser reports', async () => {
    const browser = aBrowser();
    await browser.get('/q1');
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join();
    const { headers } = await edge.inject({ method: 'POST', url: '/api/page-views', headers: { cookie }, payload: {} });
    expect(headers['set-cookie']).toMatch(/^visit_releases=[0-9a-f]{10}; .*Max-Age=1800/);
    const other = await edge.inject({ method: 'POST', url: '/api/sessions', headers: { cookie }, payload: {} });
    expect(other.headers['set-cookie']).toBeUndefined();
  });

  it.each(['x', '0123456789', '-', `${'0123456789-'.repeat(60)}`, '"><script>'])(
    'with the meaningless cookie value %s gets the live release',
    async (value) => {
      const answer = await edge.inject({ url: '/q1', headers: { cookie: `visit_releases=${value}` } });
      expect([answer.statusCode, answer.body.includes('1.0.0')]).toEqual([200, true]);
    },
  );

  it('reloads in development when another release becomes live', async () => {
    const development = await startEdge({ DEV_RELOAD: '1', RELEASES_DIR: path.join(dir, 'development') });
    const { body } = await fetch(`${await development.listen({ port: 0, host: '127.0.0.1' })}/__dev/reload`);
    const events = body!.pipeThrough(new TextDecoderStream()).getReader();
    await publishBuild(local, await aBuild('2.0.0'));
    let heard = '';
    while (!heard.includes('data: reload')) heard += (await events.read()).value ?? '';
    await events.cancel();
    await development.close();
  });

  it('keeps no release in development', async () => {
    const development = await startEdge({ DEV_RELOAD: '1', RELEASES_DIR: path.join(dir, 'development') });
    const browser = aBrowser(development);
    expect(await browser.version()).toBe('1.0.0');
    expect([...browser.jar]).toEqual([]);
    await publishBuild(local, await aBuild('2.0.0'));
    await browser.until('2.0.0');
    await development.close();
  });
});

describe('a canary', () => {
  it('assigns browsers a bucket while it runs, and the same release each time', async () => {
    expect([...aBrowser().jar.keys()]).not.toContain('canary_bucket');
    await releases().publish(await upload('2.0.0'), BY, { share: 50, promote: false });
    await vi.waitFor(async () => {
      const browser = aBrowser();
      await browser.get('/q1');
      expect(browser.jar.get('canary_bucket')).toMatch(/^\d{1,4}$/);
    }, 10_000);
    const seen = new Set<string | undefined>();
    for (let visitor = 0; visitor < 40; visitor += 1) {
      const browser = aBrowser();
      const version = await browser.version();
      seen.add(version);
      browser.jar.delete('visit_releases');
      expect(await browser.version()).toBe(version);
    }
    expect(seen).toEqual(new Set(['1.0.0', '2.0.0']));
  });

  it('is named in the page, and no longer served once it is aborted', async () => {
    await releases().publish(await upload('2.0.0'), BY, { share: 100, promote: false });
    await untilNewcomersGet('2.0.0');
    const browser = aBrowser();
    expect((await browser.get('/q1')).body).toMatch(/"version":"2\.0\.0","release":"[0-9a-f]{20}","channel":"canary"/);
    await releases().abort('mf-quiz', BY);
    await browser.until('1.0.0');
    expect((await browser.get('/runtime-config.json')).json<object>()).toMatchObject({
      remotes: [{ version: '1.0.0' }],
    });
  });
});

describe('a preview', () => {
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
  const linkOf = (until = inDays(7), keys = KEYS, remote = 'mf-quiz'): string =>
    `/preview/${signPreview(keys, { remote, name: 'pr-12', until })!}`;
  const show = async (version: string): Promise<void> => {
    await releases().preview(await upload(version), { name: 'pr-12', days: 7 }, BY);
  };
  /** Opens the link once the edge knows the preview. */
  const open = (browser: ReturnType<typeof aBrowser>, link = linkOf()) =>
    vi.waitFor(async () => {
      const answer = await browser.get(link);
      expect(answer.statusCode).toBe(303);
      return answer;
    }, 10_000);

  it('is shown to the browser that opened its link, says so, and ends there', async () => {
    await show('2.0.0');
    const browser = aBrowser();
    const opened = await open(browser);
    expect(opened.headers.location).toBe('/q1');
    expect(opened.headers['set-cookie']).toMatch(/^preview=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });

    const page = await browser.get('/q1');
    expect(page.body).toContain('<h1>2.0.0</h1>');
    expect(page.body).toMatch(
      /<body><aside class="preview-banner" aria-label="Preview">.*pr-12: mf-quiz 2\.0\.0.*<div id="root">/,
    );
    expect(page.body).toContain('"channel":"preview"');
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    expect(page.headers['x-robots-tag']).toBe('noindex');
    const [, css] = /<style>(\.preview-banner[^]*?)<\/style>/.exec(page.body)!;
    const { hashSource } = await import('@course/federation/edge');
    expect(page.headers['content-security-policy']).toContain(hashSource(css!));

    const other = await aBrowser().get('/q1');
    expect(other.body).toContain('<h1>1.0.0</h1>');
    expect(other.body).not.toContain('preview');
    expect(other.headers['x-robots-tag']).toBeUndefined();

    const ended = await browser.get('/preview/end');
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/']);
    expect(await browser.version()).toBe('1.0.0');
  });

  it('shows the next build of its name with the same link', async () => {
    await show('2.0.0');
    const browser = aBrowser();
    await open(browser);
    expect(await browser.version()).toBe('2.0.0');
    await show('3.0.0');
    await browser.until('3.0.0');
  });

  it('can show a remote that was never published, to its browser only', async () => {
    const first = await signedBuild(local, await aBuild('2.0.0', 'mf-upsell', 'upsell'));
    await releases().preview(first, { name: 'pr-12', days: 7 }, BY);
    const browser = aBrowser();
    const opened = await open(browser, linkOf(inDays(7), KEYS, 'mf-upsell'));
    expect(opened.headers.location).toBe('/upsell');
    expect((await browser.get('/upsell')).body).toContain('<h1>2.0.0</h1>');
    expect((await aBrowser().get('/upsell')).statusCode).toBe(404);
  });

  it('opens at the screen that the link names, if the remote has it', async () => {
    await show('2.0.0');
    for (const [screen, location] of [
      ['/q1', '/q1'],
      ['/nowhere', '/q1'],
      ['//evil.example', '/q1'],
      ['https://evil.example', '/q1'],
    ] as const)
      expect((await open(aBrowser(), `${linkOf()}?screen=${encodeURIComponent(screen)}`)).headers.location).toBe(
        location,
      );
  });

  it('that has ended returns its browser to the live release, and removes its cookie', async () => {
    await show('2.0.0');
    const browser = aBrowser();
    await open(browser);
    await releases().endPreview('mf-quiz', 'pr-12', BY);
    await browser.until('1.0.0');
    expect(browser.jar.has('preview')).toBe(false);
    expect((await browser.get('/q1')).statusCode).toBe(200);
  });

  it.each([
    ['expired', () => linkOf(new Date(Date.now() - 1000)), /has expired\. Ask its team for a new one/],
    ['altered', () => linkOf().replace('pr-12', 'pr-13'), /is not a preview link of ours/],
    ['signed by others', () => linkOf(inDays(7), ['x'.repeat(32)]), /is not a preview link of ours/],
    ['cut off', () => linkOf().slice(0, -3), /is not a preview link of ours/],
    ['empty', () => '/preview/', /is not a preview link of ours/],
    ['of a preview that has ended', () => linkOf(), /has ended\. Ask its team for a new link/],
  ])('is a friendly page with one sentence when the link is %s', async (_what, link, sentence) => {
    const answer = await aBrowser().get(link());
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toMatch(sentence);
    expect(answer.body).toContain('content="noindex"');
    expect(answer.body).toContain('<a class="host-button" href="/">Go to the site</a>');
  });

  it('can be neither opened nor kept by a cookie where no key is configured', async () => {
    await show('2.0.0');
    const keyless = await startEdge({ PREVIEW_KEYS: '', RELEASES_DIR: path.join(dir, 'keyless') });
    const answers = await Promise.all([
      aBrowser(keyless).get(linkOf()),
      keyless.inject({ url: '/q1', headers: { cookie: `preview=${linkOf().slice('/preview/'.length)}` } }),
    ]);
    await keyless.close();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200]);
    expect(answers[1]?.body).toContain('<h1>1.0.0</h1>');
  });
});
