import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRemoteCommand } from '../cli/remote.ts';
import { composePage } from '../edge/compose-page.ts';
import { hashSource } from '../edge/document.ts';
import { aBuild } from '../testing/a-build.ts';
import { integrityOf } from '../base/integrity.mjs';
import { readBuild } from './build.ts';
import { findChromium } from './chromium.ts';
import { liveOnSite } from './live.ts';
import type { Refusal } from './refusal.ts';
import { runScreens, type ScreensToRun } from './screens.ts';
import { folderOfBuild, standIn } from './stand-in.ts';

/** A minimal host: it runs the entry script of the page's remote with its hash, and lets it show the screen. */
const HOST = `
const { remotes } = JSON.parse(document.getElementById('runtime-config').textContent);
const remote = remotes.find(({ paths }) => paths.includes(location.pathname));
const script = document.createElement('script');
Object.assign(script, { src: remote.entry, integrity: remote.integrity, crossOrigin: 'anonymous' });
script.onload = () => {
  window.show(location.pathname, remote);
  document.documentElement.dataset.interactive = 'true';
};
document.head.append(script);
`;

/** An address of the site that never responds. */
const NEVER = '/never';
/** A blocked main thread responds as little as one in an endless loop, and uses no CPU. */
const HANG = `const request = new XMLHttpRequest();
request.open('GET', '${NEVER}', false);
request.send();`;

const EARLY = 'window.early = true;';
const POLICY = `default-src 'none';script-src 'self' ${hashSource(EARLY)};style-src 'self';img-src data:;connect-src 'self'`;

const written: string[] = [];
let server: http.Server;
let url: string;

beforeAll(async () => {
  const sources = {
    shell: { scripts: ['assets/shell.js'], styles: [], integrity: {}, icon: '<svg/>' },
    screens: { notFound: '<h1>Not found</h1>', unavailable: { unreachable: '<h1>One moment</h1>' } as never },
    earlyScript: EARLY,
    payments: null,
  };
  const { html } = await composePage('/', { chosen: { remotes: [] }, sources, day: '2026-11-22' });
  server = http.createServer(({ method = '', url: address = '' }, response) => {
    if (method !== 'GET') written.push(`${method} ${address}`);
    if (address === '/assets/shell.js') return response.setHeader('content-type', 'text/javascript').end(HOST);
    if (address === NEVER) return;
    if (address === '/runtime-config.json') return response.end('{"remotes":[]}');
    if (address === '/') {
      response.writeHead(404, { 'content-type': 'text/html', 'content-security-policy': POLICY });
      return response.end(html);
    }
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** The code that screens run once they are shown, by path. Each has the markup that its path requires. */
type Screens = Readonly<Record<string, string>>;

/** The code of the files that a build loads later. */
type Chunks = Readonly<Record<string, string>>;
const LATE: Chunks = { 'assets/late.js': 'void 0' };

const buildOf = (screens: Screens, { ahead = '', chunks = LATE } = {}) => {
  const cases = Object.entries(screens).map(([at, code]) => `${JSON.stringify(at)}: () => { ${code} },`);
  const folder = aBuild({
    code: `${ahead};window.show = (path) => ({ ${cases.join('\n')} })[path]();`,
    scripts: [],
    routes: Object.keys(screens).map((at) => ({
      path: at,
      screen: at.slice(1),
      title: at,
      indexable: false,
      html: `<main data-screen="${at.slice(1)}"><button>Go on</button></main>`,
    })),
  });
  const hashes = Object.entries(chunks).map(([file, code]) => [file, integrityOf(Buffer.from(code))]);
  writeFileSync(path.join(folder, 'chunks.json'), JSON.stringify(Object.fromEntries(hashes)));
  for (const [file, code] of Object.entries(chunks)) writeFileSync(path.join(folder, file), code);
  return folder;
};

const run = async (folder: string, over: Partial<ScreensToRun> = {}): Promise<readonly Refusal[]> => {
  const build = readBuild(folder);
  const site = await liveOnSite(url);
  const chunks = [...build.chunks].map(([file, hash]) => [folderOfBuild(build) + file, hash] as const);
  return runScreens({
    siteUrl: url,
    show: standIn(build, site),
    screens: build.descriptor.routes,
    chunks: new Map(chunks),
    executablePath: findChromium(process.env)!,
    ...over,
  });
};

it('accepts a build whose screens all run, without writing anything to the site', async () => {
  const screens = {
    '/quiet': '',
    '/writes': `fetch('/api/sessions', { method: 'POST', body: '{}' }).catch(() => {});`,
    '/outlived': `addEventListener('pagehide', () => {
      fetch('/api/page-views', { method: 'POST', body: '{}', keepalive: true }).catch(() => {});
      navigator.sendBeacon('/api/beacon', '{}');
    })`,
    '/tries-again': `const write = () => fetch('/api/sessions', { method: 'POST', body: '{}' }).catch(write); write();`,
    '/asks': `fetch('/api/sessions/unknown');`,
  };
  expect(await run(buildOf(screens))).toEqual([]);
  expect(written).toEqual([]);
});

it('lets no write through while it closes a window that responds too late', async () => {
  const triesAgain = `const write = () => fetch('/api/sessions', { method: 'POST', body: '{}' }).catch(write); write();`;
  await run(buildOf({ '/tries-again': triesAgain }), { responseMs: 1 });
  expect(written).toEqual([]);
});

it('reports for each screen what is wrong with it', async () => {
  const LOOSE = `document.querySelector('[data-screen]').dataset.screen = 'another'`;
  const refusals = await run(
    buildOf({
      '/fine': '',
      '/throws': `setTimeout(() => { throw new Error('boom') })`,
      '/logs': `console.error('oops')`,
      '/differs': `console.error('[mf-sample@1]', new Error('Minified React error #418; visit https://react.dev'))`,
      '/other': LOOSE,
      '/empty': `document.querySelector('main').remove()`,
      '/outside': `fetch('https://elsewhere.example/x.json').catch(() => {})`,
      '/misses': `fetch('/assets/gone.js')`,
      '/tapped': `document.querySelector('button').onclick = () => { throw new Error('tapped') }`,
    }),
  );
  const found = refusals.map(({ where, reason, remedy }) => [where, reason, remedy]);
  const saying = (text: string) => expect.stringContaining(text);
  expect([...new Set(found.map(([where]) => where))].sort()).toEqual(
    ['/differs', '/empty', '/logs', '/misses', '/other', '/outside', '/tapped, after a tap', '/throws'].sort(),
  );
  for (const expected of [
    ['/throws', 'it throws an error that nothing catches (boom)', saying('console')],
    ['/logs', 'it logs an error (oops)', saying('console')],
    ['/differs', saying('its HTML and its first rendering differ'), saying('after hydration')],
    ['/other', 'it shows the screen another instead of other', saying('data-screen="other"')],
    ['/empty', 'it shows no element with data-screen instead of empty', saying('data-screen="empty"')],
    ['/outside', saying("what the site's policy forbids"), saying('REMOTE_ORIGINS')],
    ['/misses', saying('it requests a file that does not load'), saying('console')],
    ['/tapped, after a tap', 'it throws an error that nothing catches (tapped)', saying('console')],
  ])
    expect(found).toContainEqual(expected);
});

describe('a build is refused', () => {
  const screens = { '/one': '', '/two': '' };
  /** Shorter than usual, but long enough for a page that responds on a busy machine. */
  const SOON = { screenMs: 3_000, responseMs: 4_000 };

  it('that throws while it is loading, once for all its screens', async () => {
    const refusals = await run(buildOf(screens, { ahead: `throw new Error('boom')` }), SOON);
    expect(refusals).toContainEqual({
      where: expect.stringMatching(/^\/(one|two)/),
      reason: 'it throws an error that nothing catches (boom)',
      remedy: expect.stringContaining('console'),
    });
  });

  it('whose script never ends, and its tabs are closed', async () => {
    const began = performance.now();
    const [refusal, ...others] = await run(buildOf({ '/one': HANG }), SOON);
    expect(refusal).toMatchObject({ where: '/one', reason: expect.stringMatching(/main thread no longer responds/) });
    expect(others).toEqual([]);
    expect(performance.now() - began).toBeLessThan(40_000);
  });

  it('that hangs after a tap', async () => {
    const code = `document.querySelector('button').onclick = () => setTimeout(() => { ${HANG} })`;
    expect(await run(buildOf({ '/one': code }), { responseMs: 4_000 })).toMatchObject([
      { where: '/one, after a tap', reason: expect.stringMatching(/main thread no longer responds/) },
    ]);
  });

  it('whose later chunks cannot be parsed, or were changed after the build', async () => {
    const folder = buildOf(screens, { chunks: { 'assets/broken.js': 'const = 1;', 'assets/changed.js': 'void 0' } });
    writeFileSync(path.join(folder, 'assets/changed.js'), 'void 1');
    expect(await run(folder)).toMatchObject([
      { where: expect.stringMatching(/assets\/broken\.js$/), reason: expect.stringMatching(/throws.*token/i) },
      {
        where: expect.stringMatching(/assets\/changed\.js$/),
        reason: expect.stringMatching(/refuses a file whose hash/),
      },
    ]);
  });
});

describe('the command against a running site', () => {
  const check = async (findBrowser: () => string | undefined, ...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const folder = buildOf({ '/one': '' });
    await runRemoteCommand({
      args: ['check', 'mf-sample', '--from', folder, '--site', url, ...args],
      say: (line) => lines.push(line),
      findBrowser,
    });
    return lines.join('\n');
  };

  it('runs the build, and reports how long that took', async () => {
    expect(await check(() => findChromium(process.env))).toMatch(
      /1 screens ran in a browser against http:.*; the check took \d+\.\d s\nmf-sample 1\.0\.0 may be published$/,
    );
  });

  it('fails without a browser, and reports that it was skipped with --no-browser', async () => {
    await expect(check(() => undefined)).rejects.toThrow(
      /^There is no Chromium to run the build in\. Install it .*--no-browser\.$/,
    );
    expect(await check(() => undefined, '--no-browser')).toMatch(/was not run in a browser, as --no-browser says\./);
  });
});

it('reports an unreachable site in a sentence', async () => {
  await expect(liveOnSite('http://127.0.0.1:9')).rejects.toThrow(
    /cannot be reached\. Start the stack, or name the site/,
  );
});
