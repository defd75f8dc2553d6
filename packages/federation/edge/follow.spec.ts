import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Registry } from '../contract/release.ts';
import { aBuild, emptyLocalReleases, scratchFolder } from '../testing/a-build.ts';
import { localReleases, trustedKey, type LocalReleases } from '../registry/local-releases.ts';
import { distrustKey, signingKey } from '../registry/keys.ts';
import { readRegistry, REGISTRY_KEY } from '../registry/registry.ts';
import { filesIn, signRelease } from '../registry/release.ts';
import { storeReleases } from '../registry/releases.ts';
import type { Upload } from '../registry/uploads.ts';
import { startS3Double, type S3Double } from '../testing/s3-double.ts';
import { s3Store } from '../store/s3-store.ts';
import { changeObject, readObject, StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { chooseReleases, type VisitFacts } from './choose.ts';
import { signedBuild, publishBuild, publishUnchecked } from '../testing/fixtures.ts';
import { neededIn } from './live.ts';
import { followReleases, type Follower } from './follow.ts';

const BY = { who: 'a test', why: '' };
const NEWCOMER: VisitFacts = { pinned: [], bucket: undefined, preview: undefined };
const INTERVAL_MS = 20;

const followers: Follower[] = [];
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()));
});

/** An edge that follows a store, with what it logged. */
const follow = async ({ store }: LocalReleases, dir = scratchFolder()) => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const follower = await followReleases({ store, dir, logger, intervalMs: INTERVAL_MS });
  followers.push(follower);
  const version = (name = 'mf-sample') => follower.live().remotes.find((remote) => remote.name === name)?.entry.version;
  const until = (wanted: string | undefined) => vi.waitFor(() => expect(version()).toBe(wanted), 10_000);
  const logged = (text: RegExp) => vi.waitFor(() => expect(lines.join('')).toMatch(text), 10_000);
  return { follower, dir, lines, version, until, logged };
};

/** The installation as an edge sees it that cannot read a release while `isDown` returns true. */
const unreadableWhile = (local: LocalReleases, release: string, isDown: () => boolean): LocalReleases => {
  const read: ReleaseStore['read'] = (key, tag) =>
    key.includes(release) && isDown() ? Promise.reject(new StoreUnavailable('it is down')) : local.store.read(key, tag);
  return { ...local, store: { ...local.store, read } };
};

const publish = (local: LocalReleases, version: string) => publishBuild(local, aBuild({ version }));

describe('an edge', () => {
  it('serves a newer release once it is published, and the older one once it is rolled back', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    expect(edge.version()).toBe('1.0.0');
    const stamp = () => chooseReleases(edge.follower.live(), NEWCOMER).stamp;
    const before = stamp();
    await publish(local, '2.0.0');
    await edge.until('2.0.0');
    expect(stamp()).not.toBe(before);
    await storeReleases(local.store).rollback('mf-sample', undefined, BY);
    await edge.until('1.0.0');
    expect(stamp()).toBe(before);
  });

  it('has its own copy of every file, and lists the files that it serves', async () => {
    const local = emptyLocalReleases();
    const { release } = await publish(local, '1.0.0');
    const { dir, follower } = await follow(local);
    const folder = path.join(dir, 'remotes', 'mf-sample', release);
    expect(await fs.readFile(path.join(folder, 'remoteEntry.js'), 'utf8')).toBe('export {}');
    const entry = `/remotes/mf-sample/${release}/remoteEntry.js`;
    expect(follower.live().remotes).toMatchObject([{ entry: { entry, version: '1.0.0' } }]);
    expect(follower.live().remotes[0]?.files?.map(({ file }) => file)).toContain('remoteEntry.js');
  });

  it('notifies when another release is stable, and not when it only reads the registry again', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const { follower, until } = await follow(local);
    const changed = vi.fn();
    follower.onChange(changed);
    const next = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await storeReleases(local.store).publish(next, BY, { share: 10, promote: false });
    await vi.waitFor(() => expect(follower.visitorReleases(new Date())).toHaveLength(2), 10_000);
    expect(changed).not.toHaveBeenCalled();
    await storeReleases(local.store).promote('mf-sample', undefined, BY);
    await until('2.0.0');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('serves nothing from an empty store', async () => {
    const { follower } = await follow(emptyLocalReleases());
    expect(follower.live().remotes).toEqual([]);
  });
});

describe('a release is not served, the previous one stays live, and the log says why, if', () => {
  const other = (folder: string): Upload => {
    const key = signingKey(
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    );
    const files = filesIn(folder);
    return { release: signRelease(files, key), files };
  };

  const cases: [string, (local: LocalReleases) => Promise<void>, RegExp, string][] = [
    [
      'it is signed by another key',
      (local) => publishUnchecked(local, other(aBuild({ version: '2.0.0' }))),
      /signed by the key \w+, which is not mf-sample's/,
      'unsigned',
    ],
    [
      'it has no signature',
      async (local) =>
        publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })), (key) =>
          changeObject(local.store, key('release.json'), (body) => {
            return Buffer.from(body!.toString().replace(/"signature"/, '"noted"'));
          }),
        ),
      /release\.json is not in the expected form/,
      'unsigned',
    ],
    [
      'a file was altered',
      async (local) =>
        publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })), (key) =>
          changeObject(local.store, key('assets/remote.1.js'), () => Buffer.from('alert(1)')),
        ),
      /assets\/remote\.1\.js was altered/,
      'altered',
    ],
    [
      'a file is missing',
      async (local) =>
        publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })), (key) =>
          local.store.remove(key('assets/remote.1.css')),
        ),
      /assets\/remote\.1\.css is missing/,
      'incomplete',
    ],
    [
      'its upload was never completed',
      async (local) =>
        publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })), (key) =>
          local.store.remove(key('release.json')),
        ),
      /release\.json is missing/,
      'incomplete',
    ],
    [
      'another release is in its place',
      async (local) => {
        const { files, release } = await signedBuild(local, aBuild({ version: '3.0.0' }));
        await publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })), async (key) => {
          for (const [file, body] of files) await changeObject(local.store, key(file), () => body);
          await changeObject(local.store, key('release.json'), () => Buffer.from(JSON.stringify(release)));
        });
      },
      /Another release, \w+, is in the place of/,
      'altered',
    ],
  ];

  it.each(cases)('%s', async (_what, publishSpoiled, sentence, code) => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    await publishSpoiled(local);
    await edge.logged(sentence);
    const isReport = (line: string): boolean => sentence.test(line) && line.includes(`"code":"${code}"`);
    expect(edge.lines.filter(isReport)).toHaveLength(1);
    expect(edge.version()).toBe('1.0.0');
    const [listed] = await storeReleases(local.store).list('mf-sample');
    expect(listed?.problem).toMatch(sentence);
    // Logged once, however often it is retried.
    await publishBuild(local, aBuild({ name: 'mf-other', routes: [route('/other')] }));
    await vi.waitFor(() => expect(edge.version('mf-other')).toBe('1.0.0'));
    expect(edge.lines.filter(isReport)).toHaveLength(1);
  });

  it('and is distinguished from a remote that never existed', async () => {
    const local = emptyLocalReleases();
    await publishUnchecked(local, other(aBuild()));
    const { follower } = await follow(local);
    expect(follower.live().remotes).toEqual([expect.objectContaining({ name: 'mf-sample', descriptor: undefined })]);
  });

  it.each([
    ['the edge that served the previous one is started again', (dir: string) => dir],
    ['a new edge is started', scratchFolder],
  ])('and %s', async (_what, dirAfter) => {
    const local = emptyLocalReleases();
    await publish(local, '0.9.0');
    await publish(local, '1.0.0');
    const first = await follow(local);
    await first.follower.stop();
    const aWeekAgo = { now: () => new Date(Date.now() - 7 * 86_400_000) };
    const next = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await storeReleases(local.store, aWeekAgo).publish(next, BY);
    await local.store.remove(`remotes/mf-sample/${next.release.release}/remoteEntry.js`);
    const edge = await follow(local, dirAfter(first.dir));
    expect(edge.version()).toBe('1.0.0');
    expect(edge.follower.live().remotes[0]?.descriptor).toBeDefined();
  });

  it('and is served once it is complete', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    const lost = `remotes/mf-sample/${upload.release.release}/remoteEntry.js`;
    await publishUnchecked(local, upload, () => local.store.remove(lost));
    await edge.logged(/remoteEntry\.js is missing/);
    await local.store.create(lost, upload.files.get('remoteEntry.js')!);
    await edge.until('2.0.0');
    await edge.logged(/the release is served now/);
  });
});

const route = (at: string) => ({ path: at, screen: at.slice(1), title: at, indexable: false, html: '<p></p>' });

describe('while the store does not return the live release', () => {
  it.each([
    ['a new edge waits for a retry', 1, '2.0.0'],
    ['a new edge serves an earlier one after a retry', Infinity, '1.0.0'],
  ])('%s', async (_what, failures, version) => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const { release } = await publish(local, '2.0.0');
    let failed = 0;
    const edge = await follow(unreadableWhile(local, release, () => (failed += 1) <= failures));
    const [sample] = edge.follower.live().remotes;
    expect([sample?.entry.version, sample?.descriptor]).toEqual(['2.0.0', undefined]);
    await vi.waitFor(() => expect(edge.follower.live().remotes[0]?.descriptor).toBeDefined(), 10_000);
    expect(edge.version()).toBe(version);
  });

  it('an edge does not keep one that was rolled back if it has an earlier one', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const { release } = await publish(local, '2.0.0');
    await publish(local, '3.0.0');
    const edge = await follow(unreadableWhile(local, release, () => true));
    await storeReleases(local.store).rollback('mf-sample', undefined, BY);
    await edge.until('1.0.0');
  });
});

describe('while the store is unavailable or damaged', () => {
  let s3: S3Double;
  beforeAll(async () => {
    s3 = await startS3Double();
  });
  afterAll(() => s3.stop());
  const bucket = (prefix: string) => localReleases(scratchFolder(), { store: s3Store({ ...s3.options, prefix }) });

  it('the live releases stay live, even across a restart, and the next one is served once it is back', async () => {
    const local = bucket('away/');
    await publish(local, '1.0.0');
    const edge = await follow(local);
    s3.fail();
    await edge.logged(/the release store cannot be used/);
    expect(edge.version()).toBe('1.0.0');
    const restarted = await follow(local, edge.dir);
    expect(restarted.version()).toBe('1.0.0');
    expect(restarted.follower.live().remotes[0]?.descriptor).toBeDefined();
    s3.fail(false);
    await publish(local, '2.0.0');
    await Promise.all([edge.until('2.0.0'), restarted.until('2.0.0')]);
    await edge.logged(/the release store is back/);
  });

  it.each([
    ['is damaged', (local: LocalReleases) => changeObject(local.store, REGISTRY_KEY, () => Buffer.from('{ "form": 2'))],
    ['is gone', (local: LocalReleases) => local.store.remove(REGISTRY_KEY)],
  ])('they stay live even if its registry %s', async (_what, spoil) => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    const registry = (await readObject(local.store, REGISTRY_KEY))!.body;
    await spoil(local);
    await edge.logged(/registry\.json (is not in the expected form|is gone from the store)/);
    expect(edge.version()).toBe('1.0.0');
    for (let restart = 0; restart < 2; restart += 1) expect((await follow(local, edge.dir)).version()).toBe('1.0.0');
    if (!(await local.store.create(REGISTRY_KEY, registry)))
      await changeObject(local.store, REGISTRY_KEY, () => registry);
    await publish(local, '2.0.0');
    await edge.until('2.0.0');
  });

  it('no file that was altered in the edge’s own folder is served after a restart', async () => {
    const local = emptyLocalReleases();
    const { release } = await publish(local, '1.0.0');
    const edge = await follow(local);
    await edge.follower.stop();
    const file = path.join(edge.dir, 'remotes', 'mf-sample', release, 'remoteEntry.js');
    await fs.writeFile(file, 'alert(1)');
    await follow(local, edge.dir);
    expect(await fs.readFile(file, 'utf8')).toBe('export {}');
  });
});

describe('in its own folder, an edge', () => {
  it('deletes after a restart what the registry no longer lists, and unfinished copies', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const shown = { name: 'pr-12', days: 7 };
    const preview = await signedBuild(local, aBuild({ version: '2.0.0' }));
    const { release } = await storeReleases(local.store).preview(preview, shown, BY);
    const edge = await follow(local);
    const folder = path.join(edge.dir, 'remotes', 'mf-sample');
    const kept = () => fs.readdir(folder).then((names) => names.length);
    await vi.waitFor(() => fs.access(path.join(folder, release)));
    await edge.follower.stop();
    const draft = path.join(edge.dir, 'drafts', 'killed');
    await fs.mkdir(draft, { recursive: true });
    await storeReleases(local.store).endPreview('mf-sample', shown.name, BY);
    const later = { now: () => new Date(Date.now() + 31 * 86_400_000) };
    await storeReleases(local.store, later).publish(await signedBuild(local, aBuild({ version: '3.0.0' })), BY);
    expect(await kept()).toBe(2);
    await follow(local, edge.dir);
    await vi.waitFor(() => expect(fs.access(path.join(folder, release))).rejects.toThrow(), 10_000);
    await expect(fs.access(draft)).rejects.toThrow();
    await vi.waitFor(async () => expect(await kept()).toBe(2), 10_000);
  });

  it('deletes nothing based on a remembered registry', async () => {
    const local = emptyLocalReleases();
    const { release } = await publish(local, '1.0.0');
    const edge = await follow(local);
    await edge.follower.stop();
    await fs.rm(path.join(edge.dir, 'last-good'), { recursive: true });
    await changeObject(local.store, REGISTRY_KEY, () => Buffer.from('{ "form": 2'));
    const restarted = await follow(local, edge.dir);
    await restarted.logged(/the release store cannot be used/);
    await restarted.follower.stop();
    await fs.access(path.join(edge.dir, 'remotes', 'mf-sample', release, 'remoteEntry.js'));
  });
});

describe('an edge that reads the registry later than another', () => {
  it('fetches a release when its files are requested', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const dir = scratchFolder();
    const logger = pino({ level: 'silent' });
    const slow = await followReleases({ store: local.store, dir, logger, intervalMs: 3_600_000 });
    followers.push(slow);
    const { release } = await publish(local, '2.0.0');
    const address = `/remotes/mf-sample/${release}/assets/remote.1.js`;
    await vi.waitFor(async () => {
      await slow.ensure(address);
      await fs.access(path.join(dir, address));
    });
    expect(slow.ensure(address)).toBeUndefined();
    expect(slow.ensure('/remotes/mf-sample')).toBeUndefined();
  });

  it('does not download a damaged release again for every request to its folder', async () => {
    const local = emptyLocalReleases();
    const read = vi.fn<ReleaseStore['read']>(local.store.read);
    const store = { ...local.store, read };
    const logger = pino({ level: 'silent' });
    const slow = await followReleases({ store, dir: scratchFolder(), logger, intervalMs: 3_600_000 });
    followers.push(slow);
    const { release } = await publish(local, '1.0.0');
    await changeObject(local.store, `remotes/mf-sample/${release}/assets/remote.1.js`, () => Buffer.from('alert(1)'));
    await vi.waitFor(async () => {
      await slow.refresh();
      expect(slow.missing(new Date())).toHaveLength(1);
    });
    read.mockClear();
    // All of these requests arrive at the same moment, however busy the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    for (let request = 0; request < 3; request += 1) await slow.ensure(`/remotes/mf-sample/${release}/remoteEntry.js`);
    expect(read.mock.calls.filter(([key]) => key.endsWith('/release.json'))).toHaveLength(1);
  });

  it('copies older releases, too, for the pages that are open with them', async () => {
    const local = emptyLocalReleases();
    const { release } = await publish(local, '1.0.0');
    await publish(local, '2.0.0');
    const { dir } = await follow(local);
    await vi.waitFor(() => fs.access(path.join(dir, 'remotes', 'mf-sample', release, 'remoteEntry.js')), 10_000);
  });
});

describe('older releases', () => {
  const held = ({ follower }: Awaited<ReturnType<typeof follow>>) =>
    follower
      .visitorReleases(new Date())
      .map(({ row }) => row.version)
      .join();

  it('are copied once the store is back', async () => {
    const local = emptyLocalReleases();
    const { release } = await publish(local, '1.0.0');
    const aWeekAgo = { now: () => new Date(Date.now() - 7 * 86_400_000) };
    await storeReleases(local.store, aWeekAgo).publish(await signedBuild(local, aBuild({ version: '2.0.0' })), BY);
    let isDown = true;
    const edge = await follow(unreadableWhile(local, release, () => isDown));
    await edge.logged(/an older release is not served/);
    expect(held(edge)).toBe('2.0.0');
    isDown = false;
    await vi.waitFor(() => expect(held(edge)).toBe('2.0.0,1.0.0'), 10_000);
  });

  it('that this edge cannot read are not awaited', async () => {
    const local = emptyLocalReleases();
    const { release, files } = await signedBuild(local, aBuild({ version: '1.0.0' }));
    const later = Buffer.from(JSON.stringify({ ...JSON.parse(files.get('remote.json')!.toString()), later: true }));
    const changed = new Map([...files, ['remote.json', later] as const]);
    // Whoever signs it knows the form of its remote.json.
    const signed = Object.assign(changed, { get: (file: string) => files.get(file) });
    await publishUnchecked(local, {
      release: signRelease(signed, await trustedKey(local, release.remote)),
      files: signed,
    });
    await publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0' })));
    const edge = await follow(local);
    await edge.logged(/"code":"unreadable"/);
    expect(edge.follower.missing(new Date())).toEqual([]);
  });

  it('that are signed by a removed key are not awaited', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const { id } = await trustedKey(local, 'mf-sample');
    await publish({ ...local, keysDir: scratchFolder() }, '2.0.0');
    await distrustKey(local.store, 'mf-sample', id);
    const edge = await follow(local);
    await edge.logged(/which is not mf-sample's/);
    expect(held(edge)).toBe('2.0.0');
    expect(edge.follower.missing(new Date())).toEqual([]);
  });
});

it('lists the releases that visitors may still have, the latest first, for 30 days after they were live', async () => {
  const local = emptyLocalReleases();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publish(local, version);
  const { follower } = await follow(local);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const held = (days: number) => follower.visitorReleases(inDays(days)).map(({ row }) => row.version);
  const missing = () => follower.missing(inDays(29)).map(({ row }) => row.version);
  expect([...held(29), ...missing()].sort()).toEqual(['1.0.0', '2.0.0', '3.0.0']);
  await vi.waitFor(() => expect(held(29)).toEqual(['3.0.0', '2.0.0', '1.0.0']));
  expect(missing()).toEqual([]);
  expect(held(31)).toEqual(['3.0.0']);
});

it('a release signed by a removed key does not go live', async () => {
  const local = emptyLocalReleases();
  await publish(local, '1.0.0');
  const edge = await follow(local);
  const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
  await distrustKey(local.store, 'mf-sample', (await trustedKey(local, 'mf-sample')).id);
  await publishUnchecked(local, upload);
  await edge.logged(/which is not mf-sample's/);
  expect(edge.version()).toBe('1.0.0');
});

describe('channels', () => {
  const choose = (edge: Awaited<ReturnType<typeof follow>>, facts: Partial<VisitFacts> = {}) =>
    chooseReleases(edge.follower.live(), { ...NEWCOMER, ...facts });
  const versionFor = (edge: Awaited<ReturnType<typeof follow>>, facts: Partial<VisitFacts> = {}) =>
    choose(edge, facts).remotes[0]?.entry.version;
  const everybody = { share: 100, promote: false };

  it('a visit keeps its release when another is published, until its own is rolled back', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    await publish(local, '2.0.0');
    const edge = await follow(local);
    const pinned = choose(edge).visitCookie.split('-');
    await publish(local, '3.0.0');
    await edge.until('3.0.0');
    expect(versionFor(edge, { pinned })).toBe('2.0.0');
    await storeReleases(local.store).rollback('mf-sample', '1.0.0', BY);
    await edge.until('1.0.0');
    expect(versionFor(edge, { pinned })).toBe('1.0.0');
  });

  it('a visit keeps its release while a link shows it, and afterwards', async () => {
    const local = emptyLocalReleases();
    const releases = storeReleases(local.store);
    const first = await signedBuild(local, aBuild({ version: '1.0.0' }));
    await releases.publish(first, BY);
    const edge = await follow(local);
    const pinned = choose(edge).visitCookie.split('-');
    await publish(local, '2.0.0');
    await edge.until('2.0.0');
    const preview = { remote: 'mf-sample', name: 'pr-12' };
    const held = () => edge.follower.visitorReleases(new Date()).map(({ row }) => row.version);
    await releases.preview(first, { name: 'pr-12', days: 7 }, BY);
    await vi.waitFor(() => expect(choose(edge, { preview }).preview).toBe('pr-12'));
    expect([versionFor(edge, { pinned }), held()]).toEqual(['1.0.0', ['2.0.0', '1.0.0']]);
    await releases.endPreview('mf-sample', 'pr-12', BY);
    await vi.waitFor(() => expect(choose(edge, { preview }).preview).toBeUndefined());
    expect([versionFor(edge, { pinned }), held()]).toEqual(['1.0.0', ['2.0.0', '1.0.0']]);
  });

  it('a new edge copies a release that a link shows and visits keep only once', async () => {
    const local = emptyLocalReleases();
    const first = await signedBuild(local, aBuild({ version: '1.0.0' }));
    await storeReleases(local.store).publish(first, BY);
    const pinned = choose(await follow(local)).visitCookie.split('-');
    await publish(local, '2.0.0');
    await storeReleases(local.store).preview(first, { name: 'pr-12', days: 7 }, BY);
    for (let start = 0; start < 10; start += 1) {
      const edge = await follow(local);
      expect(edge.lines.join('')).toBe('');
      expect(versionFor(edge, { pinned })).toBe('1.0.0');
    }
  });

  it('a visit keeps its release across a restart of the edge', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    const pinned = choose(edge).visitCookie.split('-');
    await publish(local, '2.0.0');
    await edge.until('2.0.0');
    await edge.follower.stop();
    expect(versionFor(await follow(local, edge.dir), { pinned })).toBe('1.0.0');
    expect(versionFor(await follow(local), { pinned })).toBe('1.0.0');
  });

  it('visitors of a canary leave it when it is aborted, and keep it when it is promoted', async () => {
    const local = emptyLocalReleases();
    const releases = storeReleases(local.store);
    await publish(local, '1.0.0');
    const edge = await follow(local);
    await releases.publish(await signedBuild(local, aBuild({ version: '2.0.0' })), BY, everybody);
    await vi.waitFor(() => expect(versionFor(edge, { bucket: 1 })).toBe('2.0.0'));
    expect(versionFor(edge)).toBe('1.0.0');
    const pinned = choose(edge, { bucket: 1 }).visitCookie.split('-');
    await releases.abort('mf-sample', { ...BY, why: 'it hangs' });
    await vi.waitFor(() => expect(versionFor(edge, { pinned, bucket: 1 })).toBe('1.0.0'));

    await releases.canary('mf-sample', '2.0.0', everybody, BY);
    await vi.waitFor(() => expect(choose(edge, { pinned }).remotes[0]?.channel).toBe('canary'));
    await releases.promote('mf-sample', undefined, BY);
    await edge.until('2.0.0');
    expect(choose(edge, { pinned }).remotes[0]?.channel).toBeUndefined();
  });

  it.each([
    [
      'its files vanished',
      (local: LocalReleases, id: string) => local.store.remove(`remotes/mf-sample/${id}/remoteEntry.js`),
    ],
    [
      'its entry vanished',
      (local: LocalReleases, id: string) =>
        changeObject(local.store, REGISTRY_KEY, (body) => {
          const registry = JSON.parse(body!.toString()) as Registry;
          delete registry.remotes['mf-sample']!.releases[id];
          return Buffer.from(JSON.stringify(registry));
        }),
    ],
  ])('stable is served if a canary is unavailable: %s', async (_what, spoil) => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const { release } = await storeReleases(local.store).publish(
      await signedBuild(local, aBuild({ version: '2.0.0' })),
      BY,
      everybody,
    );
    await spoil(local, release);
    const edge = await follow(local);
    expect(versionFor(edge, { bucket: 1 })).toBe('1.0.0');
    expect(versionFor(edge, { bucket: 1, pinned: [release.slice(0, 10)] })).toBe('1.0.0');
    await publishBuild(local, aBuild({ name: 'mf-other', routes: [route('/other')] }));
    await vi.waitFor(() => expect(edge.version('mf-other')).toBe('1.0.0'));
  });

  it('a preview is shown by its name, replaced by the next build, and gone once it has ended', async () => {
    const local = emptyLocalReleases();
    const releases = storeReleases(local.store);
    await publish(local, '1.0.0');
    const edge = await follow(local);
    const preview = { remote: 'mf-sample', name: 'pr-12' };
    for (const version of ['2.0.0', '3.0.0']) {
      await releases.preview(await signedBuild(local, aBuild({ version })), { name: 'pr-12', days: 7 }, BY);
      await vi.waitFor(() => expect(versionFor(edge, { preview })).toBe(version));
    }
    expect(choose(edge, { preview })).toMatchObject({ preview: 'pr-12', remotes: [{ channel: 'preview' }] });
    expect(versionFor(edge)).toBe('1.0.0');
    await releases.endPreview('mf-sample', 'pr-12', BY);
    await vi.waitFor(() => expect(versionFor(edge, { preview })).toBe('1.0.0'));
    // The others were only ever shown by links.
    expect(edge.follower.visitorReleases(new Date())).toMatchObject([{ row: { version: '1.0.0' } }]);
  });

  it('a preview whose link has expired is not copied, even if nothing has changed since', async () => {
    const local = emptyLocalReleases();
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await storeReleases(local.store).preview(upload, { name: 'pr-12', days: 7 }, BY);
    const registry = await readRegistry(local.store);
    const inDays = (days: number) => neededIn(registry, Date.now() + days * 24 * 60 * 60 * 1000);
    expect([inDays(6).length, inDays(8).length]).toEqual([1, 0]);
  });

  it('a preview can show a remote that was never published', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const edge = await follow(local);
    const build = aBuild({ name: 'mf-other', version: '2.0.0', routes: [route('/other')] });
    await storeReleases(local.store).preview(await signedBuild(local, build), { name: 'pr-12', days: 7 }, BY);
    const names = (preview?: VisitFacts['preview']) => choose(edge, { preview }).remotes.map(({ name }) => name);
    await vi.waitFor(() => expect(names({ remote: 'mf-other', name: 'pr-12' })).toEqual(['mf-sample', 'mf-other']));
    expect([names(), edge.version('mf-other')]).toEqual([['mf-sample'], undefined]);
    await storeReleases(local.store).promote('mf-other', '2.0.0', BY);
    await vi.waitFor(() => expect(names()).toEqual(['mf-sample', 'mf-other']));
  });

  it('the releases of a visit that another edge began are fetched at once', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    const logger = pino({ level: 'silent' });
    const late = await followReleases({ store: local.store, dir: scratchFolder(), logger, intervalMs: 3_600_000 });
    followers.push(late);
    await publish(local, '2.0.0');
    const pinned = choose(await follow(local)).visitCookie.split('-');
    const version = () => chooseReleases(late.live(), { ...NEWCOMER, pinned }).remotes[0]?.entry.version;
    expect(version()).toBe('1.0.0');
    await vi.waitFor(async () => {
      await late.ensureVisit(pinned);
      expect(version()).toBe('2.0.0');
    });
    expect(late.ensureVisit(pinned)).toBeUndefined();
  });

  it('a canary is among the releases that visitors may have', async () => {
    const local = emptyLocalReleases();
    await publish(local, '1.0.0');
    await storeReleases(local.store).publish(await signedBuild(local, aBuild({ version: '2.0.0' })), BY, everybody);
    const edge = await follow(local);
    expect(edge.follower.visitorReleases(new Date())).toMatchObject([{ channel: 'stable' }, { channel: 'canary' }]);
  });
});
