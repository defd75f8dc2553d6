import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Pointed } from '../contract/listing.ts';
import { RELEASE_FILE } from '../contract/release.ts';
import { signedBuild } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn } from '../testing/a-build.ts';
import type { LocalReleases } from '../registry/local-releases.ts';
import { PREVIEW_PATH, readPreview } from '../registry/preview-link.ts';
import { storeReleases } from '../registry/releases.ts';
import { REGISTRY_KEY } from '../registry/registry.ts';
import { makeToken, readTokens, revokeToken } from '../registry/tokens.ts';
import { aService } from '../testing/a-service.ts';
import { changeObject, StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { releasesOverHttp, type PublishingApiAddress } from './client.ts';
import { UPLOAD_LIMITS } from './read-upload.ts';
import { createPublishingApi, type PreviewSite } from './server.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A publishing API in front of a store, with a token for mf-sample and one for another remote. */
const aPublishingApi = async (local: LocalReleases = emptyLocalReleases(), previews?: PreviewSite) => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await createPublishingApi({ store: local.store, logger, ...(previews && { previews }) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => app.close());
  const port = (app.server.address() as AddressInfo).port;
  const now = new Date();
  const { id, token } = await makeToken(local.store, { remote: 'mf-sample', name: 'pipeline', now });
  const { token: other } = await makeToken(local.store, { remote: 'mf-other', name: 'theirs', now });
  const url = `http://127.0.0.1:${port}`;
  return { app, local, url, port, id, token, other, lines, releases: releasesOverHttp({ url, token }) };
};

/** An installation that stores its first releases only after `open` was called. */
const aGatedLocal = (many: number) => {
  const local = emptyLocalReleases();
  let waiting = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  ends.push(async () => open());
  const create: ReleaseStore['create'] = async (key, body) => {
    if (key.endsWith(RELEASE_FILE) && waiting < many) {
      waiting += 1;
      await gate;
    }
    return local.store.create(key, body);
  };
  const allWait = () => vi.waitFor(() => expect(waiting).toBe(many), 30_000);
  return { local: { ...local, store: { ...local.store, create } }, allWait, open };
};

const BY = { who: '', why: 'a test' };

/** Sends a form as any program might, and returns status, error code and message. */
const send = async (url: string, token: string, parts: readonly [string, string | Buffer][], remote = 'mf-sample') => {
  const form = new FormData();
  for (const [file, body] of parts) form.append('files', new Blob([new Uint8Array(Buffer.from(body))]), file);
  const response = await fetch(`${url}/v1/remotes/${remote}/releases`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const { code, message } = (await response.json()) as { code?: string; message?: string };
  return { status: response.status, code, message };
};

/** Publishes a build's folder from a process of its own, as pipelines do. */
const publishElsewhere = async (
  address: PublishingApiAddress,
  local: LocalReleases,
  folder: string,
): Promise<Pointed> => {
  writeFileSync(path.join(folder, RELEASE_FILE), JSON.stringify((await signedBuild(local, folder)).release));
  const program = `
    import { readFileSync } from 'node:fs';
    import { releasesOverHttp } from './publishing-api/client.ts';
    import { filesIn } from './registry/release.ts';
    const [, address, folder] = process.argv;
    const release = JSON.parse(readFileSync(folder + '/${RELEASE_FILE}', 'utf8'));
    const upload = { release, files: filesIn(folder) };
    const pointed = await releasesOverHttp(JSON.parse(address)).publish(upload, { who: '', why: '' });
    console.log(JSON.stringify(pointed));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program, JSON.stringify(address), folder],
    { cwd: path.resolve(import.meta.dirname, '..') },
  );
  return JSON.parse(stdout) as Pointed;
};

const partsOf = ({ release, files }: Awaited<ReturnType<typeof signedBuild>>): [string, string | Buffer][] => [
  ['release.json', JSON.stringify(release)],
  ...files,
];

describe('a team with its token', () => {
  it('publishes, promotes, rolls back, and reads the list and the log', async () => {
    const { local, releases, id } = await aPublishingApi();
    for (const version of ['1.0.0', '2.0.0']) await releases.publish(await signedBuild(local, aBuild({ version })), BY);
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
    expect(await releases.rollback('mf-sample', undefined, { who: '', why: 'it hangs' })).toMatchObject({
      version: '1.0.0',
    });
    expect(await releases.promote('mf-sample', '2.0.0', BY)).toMatchObject({ version: '2.0.0' });
    expect(await releases.list()).toMatchObject([
      { name: 'mf-sample', stable: { version: '2.0.0' }, problem: null, previous: [{ version: '1.0.0' }] },
    ]);
    expect((await releases.audit('mf-sample')).map(({ who, what, why }) => [who, what, why])).toEqual([
      [`pipeline (token ${id})`, 'promote', 'a test'],
      [`pipeline (token ${id})`, 'rollback', 'it hangs'],
      [`pipeline (token ${id})`, 'publish', 'a test'],
      [`pipeline (token ${id})`, 'publish', 'a test'],
    ]);
  });

  it('gives a release to some visitors first, changes their share, and aborts or promotes it', async () => {
    const { local, releases } = await aPublishingApi();
    await releases.publish(await signedBuild(local, aBuild({ version: '1.0.0' })), BY);
    const second = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await releases.publish(second, BY, { share: 10, promote: true });
    expect(await releases.list()).toMatchObject([
      { stable: { version: '1.0.0' }, canary: { version: '2.0.0', share: 10, promote: true } },
    ]);
    await releases.canary('mf-sample', '2.0.0', { share: 50, promote: false }, BY);
    expect(await releases.list()).toMatchObject([{ canary: { share: 50, promote: false } }]);
    expect(await releases.abort('mf-sample', { who: '', why: 'it hangs' })).toMatchObject({ version: '2.0.0' });
    expect(await releases.list()).toMatchObject([{ stable: { version: '1.0.0' }, canary: null }]);
    await releases.canary('mf-sample', '2.0.0', { share: 50, promote: false }, BY);
    await releases.promote('mf-sample', undefined, BY);
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
    expect((await releases.audit('mf-sample')).map(({ what, channel, why }) => [what, channel, why]).reverse()).toEqual(
      [
        ['publish', 'stable', 'a test'],
        ['canary', 'canary', 'a test'],
        ['canary', 'canary', 'a test'],
        ['abort', 'canary', 'it hangs'],
        ['canary', 'canary', 'a test'],
        ['promote', 'stable', 'a test'],
      ],
    );
    await expect(releases.abort('mf-sample', BY)).rejects.toThrow(/mf-sample has no canary/);
  });

  it('uploads a preview, gets its link, and ends it', async () => {
    const keys = ['k'.repeat(32)];
    const { local, releases } = await aPublishingApi(emptyLocalReleases(), { keys, siteUrl: 'https://shop.example' });
    await releases.publish(await signedBuild(local, aBuild({ version: '1.0.0' })), BY);
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    const shown = await releases.preview(upload, { name: 'pr-12', days: 7 }, BY);
    expect(shown).toMatchObject({ name: 'pr-12', version: '2.0.0' });
    const link = new URL(shown.link!);
    expect(link.origin).toBe('https://shop.example');
    expect(readPreview(keys, link.pathname.slice(PREVIEW_PATH.length), new Date())).toMatchObject({ name: 'pr-12' });
    expect(await releases.list()).toMatchObject([
      {
        stable: { version: '1.0.0' },
        previews: [{ name: 'pr-12', link: expect.stringContaining('/preview/') as string }],
      },
    ]);
    expect(await releases.endPreview('mf-sample', 'pr-12', BY)).toMatchObject({ version: '2.0.0' });
    expect((await releases.list())[0]?.previews).toEqual([]);
    await expect(releases.endPreview('mf-sample', 'pr-12', BY)).rejects.toThrow(/has no preview pr-12/);
  });

  it('has no previews without a key, and nothing is stored', async () => {
    const { local, releases } = await aPublishingApi();
    const upload = await signedBuild(local, aBuild());
    await expect(releases.preview(upload, { name: 'pr-12', days: 7 }, BY)).rejects.toThrow(
      /There are no previews here/,
    );
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it.each([
    ['share', '0'],
    ['share', 'ten'],
    ['promote', 'perhaps'],
    ['promote', 'true'],
    ['channel', 'stable'],
  ])('cannot send a form with %s=%s', async (name, value) => {
    const { local, url, token } = await aPublishingApi();
    const form = new FormData();
    form.append(name, value);
    for (const [file, body] of partsOf(await signedBuild(local, aBuild())))
      form.append('files', new Blob([new Uint8Array(Buffer.from(body))]), file);
    const response = await fetch(`${url}/v1/remotes/mf-sample/releases`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_request']);
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('uploads a release of typical size', async () => {
    const { local, releases } = await aPublishingApi();
    const code = randomBytes(1_500_000).toString('base64');
    await releases.publish(await signedBuild(local, aBuild({ code })), BY);
    expect((await releases.list())[0]?.problem).toBeNull();
  });

  it('reads no file of a live release only to check the token', async () => {
    const local = emptyLocalReleases();
    const reads: string[] = [];
    const read: ReleaseStore['read'] = async (key, known) => {
      reads.push(key);
      return local.store.read(key, known);
    };
    const { releases } = await aPublishingApi({ ...local, store: { ...local.store, read } });
    await releases.publish(await signedBuild(local, aBuild({ version: '1.0.0' })), BY);
    await releases.publish(await signedBuild(local, aBuild({ version: '2.0.0' })), BY);
    expect(reads.filter((key) => key.endsWith('remoteEntry.js'))).toEqual([]);
    await releases.list();
    expect(reads.filter((key) => key.endsWith('remoteEntry.js'))).toHaveLength(1);
  });

  it('may state a reason of at most 500 characters, in any script', async () => {
    const { local, releases } = await aPublishingApi();
    const why = 'ж'.repeat(500);
    const upload = await signedBuild(local, aBuild());
    await expect(releases.publish(upload, { who: '', why: `${why}ж` })).rejects.toThrow(/must have at most 500/);
    await releases.publish(upload, { who: '', why });
    expect((await releases.audit('mf-sample'))[0]?.why).toBe(why);
  });

  it('gets a sentence for each refusal', async () => {
    const { local, releases } = await aPublishingApi();
    await expect(releases.rollback('mf-sample', undefined, { who: '', why: 'y'.repeat(501) })).rejects.toThrow(
      /^The request is not valid: body\/why must NOT have more than 500 characters\. See \/openapi\.json\.$/,
    );
    await expect(releases.rollback('mf-sample', undefined, BY)).rejects.toThrow(/no earlier version to roll back to/);
    await expect(releases.promote('mf-sample', '9.9.9', BY)).rejects.toThrow(/9\.9\.9 was never published here/);
    const stranger = await signedBuild(emptyLocalReleases(), aBuild());
    await expect(releases.publish(stranger, BY)).rejects.toThrow(/signed by the key \w+, which is not mf-sample's/);
    const upload = await signedBuild(local, aBuild());
    await releases.publish(upload, BY);
    await expect(releases.publish(upload, BY)).rejects.toThrow(/was uploaded before/);
  });

  it('learns that the store is unavailable and that nothing was changed', async () => {
    const local = emptyLocalReleases();
    const { url, token } = await aPublishingApi(local);
    const { url: broken } = await aPublishingApi({
      ...local,
      store: {
        ...local.store,
        create: async (key, body) => {
          if (key.startsWith('remotes/')) throw new StoreUnavailable('the disk is full');
          return local.store.create(key, body);
        },
      },
    });
    expect(await send(broken, token, partsOf(await signedBuild(local, aBuild())))).toEqual({
      status: 503,
      code: 'store_unavailable',
      message: 'The release store cannot be used. Nothing was changed: try again.',
    });
    expect((await send(url, token, partsOf(await signedBuild(local, aBuild())))).status).toBe(200);
  });

  it('learns that the store is damaged, and not that the release was refused or that a retry may help', async () => {
    const local = emptyLocalReleases();
    const { url, token } = await aPublishingApi(local);
    const upload = await signedBuild(local, aBuild());
    await send(url, token, partsOf(upload));
    await changeObject(local.store, REGISTRY_KEY, () => Buffer.from('{ "form": 2'));
    expect(await send(url, token, partsOf(upload))).toMatchObject({
      status: 503,
      code: 'store_damaged',
      message: /tell the operator/,
    });
  });

  it('must try again later while three uploads are being stored', async () => {
    const { local, allWait, open } = aGatedLocal(3);
    const { url, token, lines } = await aPublishingApi(local);
    const publish = async (version: string) => send(url, token, partsOf(await signedBuild(local, aBuild({ version }))));
    const first = ['1.0.0', '2.0.0', '3.0.0'].map(publish);
    await allWait();
    expect(await publish('4.0.0')).toMatchObject({ status: 503, code: 'busy' });
    expect(lines.splice(0).join('')).toMatch(/"level":40.*"code":"busy"/);
    const code = randomBytes(6_000_000).toString('base64');
    const patient = publishElsewhere({ url, token }, local, aBuild({ version: '5.0.0', code }));
    await Promise.race([patient, vi.waitFor(() => expect(lines.join('')).toContain('"code":"busy"'), 30_000)]);
    open();
    expect(await patient).toMatchObject({ version: '5.0.0' });
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await publish('4.0.0')).toMatchObject({ status: 200 });
  });

  it('gets a response from a closing publishing API, which then keeps no connection open', async () => {
    const { local, allWait, open } = aGatedLocal(1);
    const { app, url, token } = await aPublishingApi(local);
    const upload = send(url, token, partsOf(await signedBuild(local, aBuild())));
    await allWait();
    const closed = app.close();
    open();
    expect((await upload).status).toBe(200);
    // With kept-alive connections, this would take longer than a test may.
    await closed;
  });
});

describe('access is denied', () => {
  const PATHS = [
    ['GET', '/v1/remotes'],
    ['GET', '/v1/remotes/mf-sample/audit'],
    ['POST', '/v1/remotes/mf-sample/releases'],
    ['POST', '/v1/remotes/mf-sample/promote'],
    ['POST', '/v1/remotes/mf-sample/rollback'],
    ['POST', '/v1/remotes/mf-sample/canary'],
    ['POST', '/v1/remotes/mf-sample/abort'],
    ['POST', '/v1/remotes/mf-sample/preview'],
    ['POST', '/v1/remotes/mf-sample/end-preview'],
  ] as const;

  it.each(PATHS)('without a token, with a wrong one and with a revoked one: %s %s', async (method, path) => {
    const { local, url, token, id } = await aPublishingApi();
    const ask = async (authorization?: string) => {
      const response = await fetch(url + path, { method, headers: authorization ? { authorization } : {} });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await ask()).toEqual([401, 'token_missing']);
    expect(await ask('Basic eDp5')).toEqual([401, 'token_missing']);
    for (const wrong of ['x', `${id}.`, `${id}.${'A'.repeat(43)}`, `00000000.${token.split('.')[1]}`])
      expect(await ask(`Bearer ${wrong}`)).toEqual([401, 'token_unknown']);
    await revokeToken(local.store, id);
    expect(await ask(`Bearer ${token}`)).toEqual([401, 'token_unknown']);
  });

  it.each(PATHS.slice(1))("with another team's token: %s %s", async (method, path) => {
    const { url, other, lines } = await aPublishingApi();
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${other}` } });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'other_remote']);
    expect(lines.join('')).toContain('other_remote');
    expect(lines.join('')).not.toContain(other);
  });

  it("with the right token for another team's release", async () => {
    const { local, url, token } = await aPublishingApi();
    const theirs = await signedBuild(local, aBuild({ name: 'mf-other' }));
    expect(await send(url, token, partsOf(theirs))).toMatchObject({ status: 403, code: 'other_remote' });
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('with a stolen list of tokens, which contains only hashes', async () => {
    const { local, token } = await aPublishingApi();
    const [secret] = token.split('.').reverse();
    expect(JSON.stringify(await readTokens(local.store))).not.toContain(secret);
  });
});

describe('an upload is refused, and nothing of it stored,', () => {
  const upload = async (local: LocalReleases) => signedBuild(local, aBuild());

  it.each([
    '../evil.js',
    '/etc/passwd',
    'assets/../../evil.js',
    'assets//x.js',
    '.hidden',
    'a\\b.js',
    'x\u0000.js',
    `${'a/'.repeat(150)}x.js`,
  ])('with a file that is called %j', async (name) => {
    const { local, url, token } = await aPublishingApi();
    const parts = [...partsOf(await upload(local)), [name, 'x'] as [string, string]];
    expect(await send(url, token, parts)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('with a duplicate file, without release.json, or with an invalid one', async () => {
    const { local, url, token } = await aPublishingApi();
    const parts = partsOf(await upload(local));
    expect(await send(url, token, [...parts, parts[1]!])).toMatchObject({ status: 400 });
    expect(await send(url, token, parts.slice(1))).toMatchObject({ status: 400, message: /release\.json is missing/ });
    expect(await send(url, token, [['release.json', '{'], ...parts.slice(1)])).toMatchObject({ status: 422 });
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('as an archive', async () => {
    const { url, token } = await aPublishingApi();
    for (const type of ['application/zip', 'application/gzip', 'application/octet-stream']) {
      const response = await fetch(`${url}/v1/remotes/mf-sample/releases`, {
        method: 'POST',
        body: Buffer.alloc(1000),
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([415, 'unsupported_type']);
    }
  });

  it('if it announces a gigabyte, before any of it is read', async () => {
    const { port, token } = await aPublishingApi();
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/remotes/mf-sample/releases',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1024 ** 3,
        },
      });
      request.on('response', ({ statusCode }) => resolve(statusCode));
      request.on('error', reject);
      request.flushHeaders();
      ends.push(async () => request.destroy());
    });
    expect(status).toBe(413);
  });

  it('if it has a file that is too large, or too many files', async () => {
    const { local, url, token } = await aPublishingApi();
    const large = Buffer.alloc(UPLOAD_LIMITS.fileBytes + 1);
    expect(await send(url, token, [['assets/large.js', large]])).toMatchObject({ status: 413 });
    const many = Array.from({ length: UPLOAD_LIMITS.files + 1 }, (_, at): [string, string] => [`assets/${at}.js`, '']);
    expect(await send(url, token, many)).toMatchObject({ status: 413 });
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('if it breaks off half-way', async () => {
    const { local, port, token } = await aPublishingApi();
    const { release, files } = await upload(local);
    const part = (name: string, body: string) =>
      `--x\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${body}\r\n`;
    const form =
      part('release.json', JSON.stringify(release)) + part('remote.json', files.get('remote.json')!.toString());
    const answered = new Promise((resolve) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/remotes/mf-sample/releases',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      });
      request.on('response', ({ statusCode }) => resolve(statusCode));
      request.on('error', resolve);
      request.end(form);
    });
    expect(await answered).toBe(400);
    expect(await local.store.list('remotes/')).toEqual([]);
    expect(await liveIn(local)).toBeUndefined();
  });

  it('if it was altered in transit', async () => {
    const { local, url, token } = await aPublishingApi();
    const parts = partsOf(await upload(local)).map(([file, body]): [string, string | Buffer] => [
      file,
      file === 'remoteEntry.js' ? 'alert(1)' : body,
    ]);
    expect(await send(url, token, parts)).toEqual({
      status: 422,
      code: 'refused',
      message: 'remoteEntry.js was altered after the release was signed.',
    });
  });

  it('if it is sent again', async () => {
    const { local, url, token } = await aPublishingApi();
    const parts = partsOf(await upload(local));
    expect((await send(url, token, parts)).status).toBe(200);
    await storeReleases(local.store).publish(await signedBuild(local, aBuild({ version: '2.0.0' })), {
      who: 'x',
      why: '',
    });
    expect(await send(url, token, parts)).toEqual({
      status: 409,
      code: 'release_known',
      message: expect.any(String) as string,
    });
    expect(await liveIn(local)).toMatchObject({ version: '2.0.0' });
  });
});

describe('the publishing API', () => {
  it('documents every action and every refusal', async () => {
    const { url } = await aPublishingApi();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: object; security: unknown }>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/v1/remotes', ['get']],
      ['/v1/remotes/{remote}/audit', ['get']],
      ['/v1/remotes/{remote}/releases', ['post']],
      ['/v1/remotes/{remote}/preview', ['post']],
      ['/v1/remotes/{remote}/promote', ['post']],
      ['/v1/remotes/{remote}/rollback', ['post']],
      ['/v1/remotes/{remote}/canary', ['post']],
      ['/v1/remotes/{remote}/abort', ['post']],
      ['/v1/remotes/{remote}/end-preview', ['post']],
    ]);
    for (const methods of Object.values(document.paths))
      for (const { responses, security } of Object.values(methods)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '413', '422', '503']));
        expect(security).toEqual([{ token: [] }]);
      }
  });

  it('refuses invalid requests in the common error shape', async () => {
    const { url, token } = await aPublishingApi();
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(url + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      });
      const { statusCode, code, message } = (await response.json()) as Record<string, unknown>;
      expect([typeof message, statusCode]).toEqual(['string', response.status]);
      return code;
    };
    const headers = { 'content-type': 'application/json' };
    expect(await ask('/')).toBe('route_unknown');
    expect(await ask('/v1/remotes/mf-sample/promote', { method: 'POST', body: '{', headers })).toBe('invalid_request');
    for (const [action, body] of [
      ['canary', {}],
      ['canary', { release: '1.0.0', share: 0 }],
      ['canary', { release: '1.0.0', share: 101 }],
      ['canary', { release: '1.0.0', share: '10' }],
      ['abort', {}],
      ['abort', { why: '' }],
      ['end-preview', { name: '../x' }],
    ] as const)
      expect(
        await ask(`/v1/remotes/mf-sample/${action}`, { method: 'POST', body: JSON.stringify(body), headers }),
      ).toBe('invalid_request');
    const strange = JSON.stringify({ release: '../x' });
    expect(await ask('/v1/remotes/mf-sample/promote', { method: 'POST', body: strange, headers })).toBe(
      'invalid_request',
    );
    const long = JSON.stringify({ release: '1.0.0', why: 'x'.repeat(20_000) });
    expect(await ask('/v1/remotes/mf-sample/rollback', { method: 'POST', body: long, headers })).toBe(
      'upload_too_large',
    );
  });

  it('may return more than its client knows', async () => {
    const { local, releases, url, token } = await aPublishingApi();
    await releases.publish(await signedBuild(local, aBuild({ version: '1.0.0' })), BY);
    await releases.publish(await signedBuild(local, aBuild({ version: '2.0.0' })), BY, { share: 10, promote: true });
    const newer = await aService(async (path) => {
      const body = await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).text();
      return body.replaceAll('{"', '{"later":1,"').replaceAll('"what":"canary"', '"what":"later"');
    });
    const client = releasesOverHttp({ url: newer.url, token });
    expect(await client.list()).toEqual(await releases.list());
    expect((await client.audit('mf-sample')).map(({ what }) => what)).toEqual(['later', 'publish']);
  });

  it('that is not a publishing API is reported in one sentence', async () => {
    const { url } = await aService('[{"name":"mf-sample"}]');
    const { list, audit, rollback } = releasesOverHttp({ url, token: 'x' });
    for (const call of [list(), audit('mf-sample'), rollback('mf-sample', undefined, BY)])
      await expect(call).rejects.toThrow(/^http.* responded in an unknown format/);
  });

  it('that cannot be reached is reported in one sentence', async () => {
    await expect(releasesOverHttp({ url: 'http://127.0.0.1:9', token: 'x' }).list()).rejects.toThrow(
      /http:\/\/127\.0\.0\.1:9 cannot be reached/,
    );
  });
});
