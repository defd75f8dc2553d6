import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { PREVIEWS_MAX, type RemoteState } from '../contract/release.ts';
import { CONTRACT } from '../contract/remote.ts';
import { startS3Double, type S3Double } from '../testing/s3-double.ts';
import { s3Store } from '../store/s3-store.ts';
import { changeObject, readObject, StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { aFlow, offers, publishUnchecked, signedBuild } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn, scratchFolder } from '../testing/a-build.ts';
import { localReleases, trustedKey, type LocalReleases } from './local-releases.ts';
import { readTeams } from './keys.ts';
import { readRegistry, REGISTRY_KEY } from './registry.ts';
import { signRelease } from './release.ts';
import { storeReleases } from './releases.ts';
import { putRelease, readerOf, readVerified } from './stored-release.ts';
import { ReleaseKnown, type Releases } from './team-actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BY = { who: 'a test', why: 'to see' };

let s3: S3Double;
beforeAll(async () => {
  s3 = await startS3Double();
});
afterAll(() => s3.stop());

const LOCALS: readonly [string, () => LocalReleases][] = [
  ['a folder', emptyLocalReleases],
  ['a bucket', () => localReleases(scratchFolder(), { store: s3Store({ ...s3.options, prefix: `${randomUUID()}/` }) })],
];

const publishVersion = async (local: LocalReleases, version: string, at?: Date) =>
  storeReleases(local.store, at && { now: () => at }).publish(await signedBuild(local, aBuild({ version })), BY);

describe.each(LOCALS)('releases in %s', (_what, make) => {
  it('are stored completely, and pointed to', async () => {
    const local = make();
    const { release, version } = await publishVersion(local, '1.0.0');
    expect(version).toBe('1.0.0');
    const [unverified] = await storeReleases({
      ...local.store,
      read: async (key, known) => (key.endsWith('remoteEntry.js') ? undefined : local.store.read(key, known)),
    }).list('mf-sample', { verify: false });
    expect(unverified).toMatchObject({ stable: { release }, problem: null });
    const [listed] = await storeReleases(local.store).list('mf-sample');
    expect(listed).toMatchObject({
      stable: { release, version: '1.0.0', contract: CONTRACT },
      problem: null,
      previous: [],
    });
    expect(await local.store.list(`remotes/mf-sample/${release}/`)).toEqual(
      [
        'assets/remote.1.css',
        'assets/remote.1.js',
        'mf-manifest.json',
        'release.json',
        'remote.json',
        'remoteEntry.js',
      ].map((file) => `remotes/mf-sample/${release}/${file}`),
    );
  });

  it('are rolled back by moving only the pointer', async () => {
    const local = make();
    await publishVersion(local, '1.0.0');
    await publishVersion(local, '2.0.0');
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
    const before = await local.store.list('remotes/');
    await storeReleases(local.store).rollback('mf-sample', undefined, BY);
    expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
    expect(await local.store.list('remotes/')).toEqual(before);
  });

  it('are not published beside a live one that cannot be read, which the refusal names', async () => {
    const local = make();
    const { release } = await storeReleases(local.store).publish(
      await signedBuild(local, aBuild({ name: 'mf-other', version: '1.0.0' })),
      BY,
    );
    await changeObject(local.store, `remotes/mf-other/${release}/remote.json`, () => Buffer.from('{}'));
    await expect(publishVersion(local, '2.0.0')).rejects.toThrow(
      /^mf-other 1\.0\.0 cannot be read: remote\.json is not in the expected form/,
    );
  });

  it('of several teams at the same time all go live', async () => {
    const local = make();
    const names = ['mf-one', 'mf-two', 'mf-three', 'mf-four'];
    const uploads = [];
    for (const name of names) {
      const routes = [{ path: `/${name}`, screen: name, title: name, indexable: false, html: '<p></p>' }];
      uploads.push(await signedBuild(local, aBuild({ name, routes })));
    }
    await Promise.all(uploads.map((upload) => storeReleases(local.store).publish(upload, BY)));
    expect(Object.keys((await readRegistry(local.store)).remotes).sort()).toEqual([...names].sort());
    expect((await storeReleases(local.store).audit()).map(({ remote }) => remote).sort()).toEqual([...names].sort());
  });
});

describe('rolling back', () => {
  const withVersions = async (
    ...versions: readonly string[]
  ): Promise<{ local: LocalReleases; releases: Releases }> => {
    const local = emptyLocalReleases();
    for (const version of versions) await publishVersion(local, version);
    return { local, releases: storeReleases(local.store) };
  };

  it('twice goes back two versions', async () => {
    const { releases } = await withVersions('1.0.0', '2.0.0', '3.0.0');
    await releases.rollback('mf-sample', undefined, BY);
    expect(await releases.rollback('mf-sample', undefined, BY)).toMatchObject({ version: '1.0.0' });
  });

  it('concurrently goes back only one version, which both have verified', async () => {
    const { local, releases } = await withVersions('1.0.0', '2.0.0', '3.0.0');
    let isFirst = true;
    const read: ReleaseStore['read'] = async (key, known) => {
      // While one reads the target of the roll-back, the other rolls back.
      if (key.endsWith('remoteEntry.js') && isFirst) {
        isFirst = false;
        await releases.rollback('mf-sample', undefined, BY);
      }
      return local.store.read(key, known);
    };
    const slow = storeReleases({ ...local.store, read });
    expect(await slow.rollback('mf-sample', undefined, BY)).toMatchObject({ version: '2.0.0' });
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
  });

  it('goes to a named version or a named release of the history', async () => {
    const { local, releases } = await withVersions('1.0.0', '2.0.0');
    const first = await releases.rollback('mf-sample', '1.0.0', BY);
    expect(first.version).toBe('1.0.0');
    await releases.promote('mf-sample', '2.0.0', BY);
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
    expect(await releases.rollback('mf-sample', first.release, BY)).toEqual(first);
  });

  it('does not go to a release that was never live, or that was left by a roll-back', async () => {
    const { local, releases } = await withVersions('1.0.0', '2.0.0', '3.0.0');
    const shown = await signedBuild(local, aBuild({ version: '9.0.0-pr' }));
    await releases.preview(shown, { name: 'pr-12', days: 7 }, BY);
    await releases.rollback('mf-sample', undefined, BY);
    for (const version of ['9.0.0-pr', '3.0.0'])
      await expect(releases.rollback('mf-sample', version, BY)).rejects.toThrow(
        `mf-sample ${version} is not among the releases to roll back to. To make it live: remote promote mf-sample ${version}`,
      );
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
  });

  it('needs an earlier version', async () => {
    const { releases } = await withVersions('1.0.0');
    await expect(releases.rollback('mf-sample', undefined, BY)).rejects.toThrow(/no earlier version/);
    await expect(releases.rollback('mf-sample', '9.9.9', BY)).rejects.toThrow(/9\.9\.9 was never published here/);
  });

  it('does not go to a release that was altered or lost a file in the store', async () => {
    const { local, releases } = await withVersions('1.0.0', '2.0.0');
    const row = Object.values((await readRegistry(local.store)).remotes['mf-sample']!.releases).find(
      ({ version }) => version === '1.0.0',
    )!;
    const entry = `remotes/mf-sample/${row.folder}/remoteEntry.js`;
    await changeObject(local.store, entry, () => Buffer.from('alert(1)'));
    await expect(releases.rollback('mf-sample', undefined, BY)).rejects.toThrow(
      'mf-sample 1.0.0 cannot go live: remoteEntry.js was altered after the release was signed.',
    );
    await local.store.remove(entry);
    await expect(releases.promote('mf-sample', '1.0.0', BY)).rejects.toThrow(/remoteEntry\.js is missing/);
    expect(await liveIn(local)).toMatchObject({ version: '2.0.0' });
  });
});

describe('a roll-back', () => {
  const routeTo = (at: string) => ({ path: at, screen: at.slice(1), title: at, indexable: false, html: '<p></p>' });

  it('to a path that another remote has taken since is made with a warning, and both can publish again', async () => {
    const local = emptyLocalReleases();
    const { publish, rollback } = storeReleases(local.store);
    const upload = async (name: string, version: string, ...paths: readonly string[]) =>
      publish(await signedBuild(local, aBuild({ name, version, routes: paths.map(routeTo) })), BY);
    await upload('mf-sample', '1.0.0', '/sample', '/bonus');
    await upload('mf-sample', '2.0.0', '/sample');
    await upload('mf-other', '1.0.0', '/bonus');
    expect(await rollback('mf-sample', undefined, BY)).toMatchObject({
      version: '1.0.0',
      warnings: ['/bonus now belongs to mf-sample and to mf-other. One of them must be published without it.'],
    });
    await upload('mf-other', '2.0.0', '/bonus');
    await expect(upload('mf-other', '3.0.0', '/bonus', '/sample')).rejects.toThrow('/sample belongs to mf-sample.');
    await upload('mf-sample', '3.0.0', '/sample', '/bonus');
  });

  it('or another change of a channel to a release that the shell cannot run is refused', async () => {
    const local = emptyLocalReleases();
    const old = await signedBuild(local, aBuild({ version: '1.0.0', contract: CONTRACT + 1 }));
    await publishUnchecked(local, old);
    await publishVersion(local, '2.0.0');
    const { promote, rollback, canary } = storeReleases(local.store);
    for (const change of [
      () => rollback('mf-sample', undefined, BY),
      () => promote('mf-sample', '1.0.0', BY),
      () => canary('mf-sample', '1.0.0', { share: 10, promote: false }, BY),
    ])
      await expect(change()).rejects.toThrow(
        /mf-sample 1\.0\.0 cannot go live: its contract is \d+, the shell supports/,
      );
    expect(await liveIn(local)).toMatchObject({ version: '2.0.0' });
  });
});

describe('an upload', () => {
  it('of a known release changes nothing', async () => {
    const local = emptyLocalReleases();
    const upload = await signedBuild(local, aBuild({ version: '1.0.0' }));
    await storeReleases(local.store).publish(upload, BY);
    await publishVersion(local, '2.0.0');
    const before = (await readObject(local.store, REGISTRY_KEY))?.body.toString();
    await expect(storeReleases(local.store).publish(upload, BY)).rejects.toThrow(ReleaseKnown);
    expect((await readObject(local.store, REGISTRY_KEY))?.body.toString()).toBe(before);
  });

  // Earlier versions of the command promote a known release.
  it('of a release that was rolled back is refused, but not as a known one', async () => {
    const local = emptyLocalReleases();
    const releases = storeReleases(local.store);
    await publishVersion(local, '1.0.0');
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await releases.publish(upload, BY);
    await releases.rollback('mf-sample', undefined, { who: 'a test', why: 'it hangs' });
    const refused: unknown = await releases.publish(upload, BY).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(ReleaseKnown);
    expect(String(refused)).toMatch(/2\.0\.0 was withdrawn: it hangs/);
  });

  it.each<[string, Partial<RemoteDescriptor>, RegExp]>([
    ['the version of a development build', { version: '1.4.0-dev.7' }, /has the version of a development build/],
    ...[
      '/insights/tips',
      '/api',
      '/Api/x',
      '/robots.txt',
      '/quiz/',
      '/pro+',
      '/a//b',
      '/a/..',
      '/./a',
      `/${'a'.repeat(512)}`,
    ].map((path): [string, Partial<RemoteDescriptor>, RegExp] => [
      `the path ${path.slice(0, 20)}`,
      { routes: [{ path, screen: 'a', title: 'A', indexable: false, html: '<p></p>' }] },
      / cannot be the path of a screen\. Use letters/,
    ]),
  ])('with %s is refused, and nothing is stored', async (_what, build, why) => {
    const local = emptyLocalReleases();
    const upload = await signedBuild(local, aBuild(build));
    await expect(storeReleases(local.store).publish(upload, BY)).rejects.toThrow(why);
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('as one preview too many is refused, and nothing is stored', async () => {
    const local = emptyLocalReleases();
    const { release } = await publishVersion(local, '1.0.0');
    const { releases, channels, previous } = (await readRegistry(local.store)).remotes['mf-sample']!;
    const shown = Array.from({ length: PREVIEWS_MAX }, (_, at) => String(at).padStart(20, '0'));
    const row = {
      ...releases[release]!,
      previews: [{ name: 'pr', until: new Date(Date.now() + DAY_MS).toISOString() }],
    };
    const state: RemoteState = {
      channels: { ...channels, preview: shown },
      previous,
      releases: { ...releases, ...Object.fromEntries(shown.map((id) => [id, { ...row, version: id }])) },
    };
    await changeObject(local.store, REGISTRY_KEY, () =>
      Buffer.from(JSON.stringify({ form: 2, remotes: { 'mf-sample': state } })),
    );
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    await expect(storeReleases(local.store).preview(upload, { name: 'pr-12', days: 7 }, BY)).rejects.toThrow(
      `There are ${PREVIEWS_MAX} previews already.`,
    );
    expect(await local.store.list(`remotes/mf-sample/${upload.release.release}/`)).toEqual([]);
  });

  it('under the version of other files is refused', async () => {
    const local = emptyLocalReleases();
    await publishVersion(local, '1.0.0');
    const other = await signedBuild(local, aBuild({ version: '1.0.0', code: 'export const other = 1' }));
    await expect(storeReleases(local.store).publish(other, BY)).rejects.toThrow(
      /1\.0\.0 was published before with other files/,
    );
  });

  it('signed by another key is refused', async () => {
    const local = emptyLocalReleases();
    await publishVersion(local, '1.0.0');
    const stranger = await signedBuild(emptyLocalReleases(), aBuild({ version: '2.0.0' }));
    await expect(storeReleases(local.store).publish(stranger, BY)).rejects.toThrow(
      /is signed by the key [0-9a-f]{16}, which is not mf-sample's/,
    );
  });

  it('that was altered after signing is refused, in its files and in its release.json', async () => {
    const local = emptyLocalReleases();
    const { release, files } = await signedBuild(local, aBuild());
    const { publish } = storeReleases(local.store);
    const altered = new Map([...files, ['remoteEntry.js', Buffer.from('alert(1)')]]);
    await expect(publish({ release, files: altered }, BY)).rejects.toThrow(/remoteEntry\.js was altered/);
    const fewer = new Map([...files].filter(([file]) => file !== 'mf-manifest.json'));
    await expect(publish({ release, files: fewer }, BY)).rejects.toThrow(/mf-manifest\.json is missing/);
    const more = new Map([...files, ['assets/more.js', Buffer.from('x')]]);
    await expect(publish({ release, files: more }, BY)).rejects.toThrow(/assets\/more\.js is not among the files/);
    const renamed = { ...release, version: '9.0.0' };
    await expect(publish({ release: renamed, files }, BY)).rejects.toThrow(/signature of mf-sample 9\.0\.0 is not/);
    const { integrity, bytes } = release.files[0]!;
    const longer = { ...release, files: [...release.files, { file: 'zz.js', integrity, bytes }] };
    await expect(publish({ release: longer, files }, BY)).rejects.toThrow(/lists files that do not match its name/);
    expect(await liveIn(local)).toBeUndefined();
    expect(await local.store.list('remotes/')).toEqual([]);
  });

  it('that is stored with a path that cannot be a screen’s can neither be promoted nor be a canary', async () => {
    const local = emptyLocalReleases();
    await publishVersion(local, '1.0.0');
    const routes = [{ path: '/API', screen: 'a', title: 'A', indexable: false, html: '<p></p>' }];
    await publishUnchecked(local, await signedBuild(local, aBuild({ version: '2.0.0', routes })));
    const releases = storeReleases(local.store);
    await releases.rollback('mf-sample', undefined, BY);
    const sentence = '/API cannot be the path of a screen';
    await expect(releases.promote('mf-sample', '2.0.0', BY)).rejects.toThrow(sentence);
    const target = { share: 10, promote: false };
    await expect(releases.canary('mf-sample', '2.0.0', target, BY)).rejects.toThrow(sentence);
  });

  it("with another remote's path is refused", async () => {
    const local = emptyLocalReleases();
    await publishVersion(local, '1.0.0');
    const other = await signedBuild(local, aBuild({ name: 'mf-other', version: '1.0.0' }));
    await expect(storeReleases(local.store).publish(other, BY)).rejects.toThrow(
      'mf-other cannot be published: /sample belongs to mf-sample.',
    );
  });

  it('goes to no visitor once another remote has taken one of its paths', async () => {
    const local = emptyLocalReleases();
    const releases = storeReleases(local.store);
    const routeTo = (at: string) => ({ path: at, screen: at.slice(1), title: at, indexable: false, html: '<p></p>' });
    const first = { routes: [routeTo('/sample')] };
    await releases.publish(await signedBuild(local, aBuild({ version: '1.0.0', ...first })), BY);
    const shown = aBuild({ version: '2.0.0', routes: [...first.routes, routeTo('/bonus')] });
    await releases.preview(await signedBuild(local, shown), { name: 'pr-12', days: 7 }, BY);
    await releases.publish(await signedBuild(local, aBuild({ name: 'mf-other', routes: [routeTo('/bonus')] })), BY);
    const sentence = 'mf-sample cannot be published: /bonus belongs to mf-other.';
    await expect(releases.promote('mf-sample', '2.0.0', BY)).rejects.toThrow(sentence);
    const target = { share: 10, promote: false };
    await expect(releases.canary('mf-sample', '2.0.0', target, BY)).rejects.toThrow(sentence);
    expect(await liveIn(local)).toMatchObject({ version: '1.0.0' });
  });

  describe('is refused if another team publishes just before the registry is written', () => {
    const routeTo = (at: string) => ({ path: at, screen: at.slice(1), title: at, indexable: false, html: '<p></p>' });
    /** The actions on a store, where `publishOther` runs just before the first write of the registry. */
    const releasesAfter = (local: LocalReleases, publishOther: () => Promise<unknown>, options = {}) => {
      let isFirst = true;
      const swap: ReleaseStore['swap'] = async (key, body, tag) => {
        if (key === REGISTRY_KEY && isFirst) {
          isFirst = false;
          await publishOther();
        }
        return local.store.swap(key, body, tag);
      };
      return storeReleases({ ...local.store, swap }, options);
    };

    it.each<[string, (releases: Releases, local: LocalReleases) => Promise<unknown>]>([
      [
        'published',
        async ({ publish }, local) =>
          publish(await signedBuild(local, aBuild({ version: '3.0.0', routes: [routeTo('/bonus')] })), BY),
      ],
      ['promoted', ({ promote }) => promote('mf-sample', '2.0.0', BY)],
      ['made a canary', ({ canary }) => canary('mf-sample', '2.0.0', { share: 10, promote: false }, BY)],
    ])('with one of its paths, when %s', async (_how, act) => {
      const local = emptyLocalReleases();
      await publishVersion(local, '1.0.0');
      const shown = aBuild({ version: '2.0.0', routes: [routeTo('/bonus')] });
      await storeReleases(local.store).preview(await signedBuild(local, shown), { name: 'pr-12', days: 7 }, BY);
      const other = await signedBuild(local, aBuild({ name: 'mf-other', routes: [routeTo('/bonus')] }));
      const releases = releasesAfter(local, () => storeReleases(local.store).publish(other, BY));
      await expect(act(releases, local)).rejects.toThrow('mf-sample cannot be published: /bonus belongs to mf-other.');
      expect(await liveIn(local)).toMatchObject({ version: '1.0.0' });
      expect(await liveIn(local, 'mf-other')).toMatchObject({ version: '1.0.0' });
    });

    it('that shows the labels of a question that it no longer asks', async () => {
      const local = emptyLocalReleases();
      const question = { key: 'q3', kind: 'one' as const, options: [] };
      const step = {
        key: 'q3',
        path: '/q3',
        title: 'q3',
        kind: 'single',
        question,
        counts: true,
        next: null,
        exit: null,
      };
      const asking = aBuild({ version: '1.0.0', flow: aFlow({ labels: [] }, { steps: [step] }) });
      await storeReleases(local.store).publish(await signedBuild(local, asking), BY);
      const showing = aBuild({ name: 'mf-other', routes: [routeTo('/other')], flow: aFlow({ labels: ['q3'] }) });
      const other = await signedBuild(local, showing);
      let asked = 0;
      const readContracts = async () => {
        asked += 1;
        return { contracts: offers(), unasked: [] };
      };
      const releases = releasesAfter(local, () => storeReleases(local.store, { readContracts }).publish(other, BY), {
        readContracts,
      });
      const without = await signedBuild(local, aBuild({ version: '2.0.0', flow: aFlow() }));
      await expect(releases.publish(without, BY)).rejects.toThrow(/no longer asks q3, whose labels mf-other shows/);
      expect(await liveIn(local)).toMatchObject({ version: '1.0.0' });
      expect(asked).toBe(2);
    });
  });

  it.each([
    ['of an unsupported contract', { contract: CONTRACT + 1 }, /its contract is \d+, the shell supports/],
    ['without a named file', { scripts: ['assets/gone.js'] }, /assets\/gone\.js is missing/],
  ])('%s is refused', async (_what, changed, message) => {
    const local = emptyLocalReleases();
    const upload = await signedBuild(local, aBuild(changed));
    await expect(storeReleases(local.store).publish(upload, BY)).rejects.toThrow(message);
    expect(await liveIn(local)).toBeUndefined();
  });

  it('during which the store fails leaves the live release, and succeeds when it is sent again', async () => {
    const local = LOCALS[1]![1]();
    await publishVersion(local, '1.0.0');
    const upload = await signedBuild(local, aBuild({ version: '2.0.0' }));
    // One of its files, the list of them, and the registry.
    for (const breaking of ['remoteEntry.js', 'release.json', 'registry.json']) {
      s3.fail((method, key) => method === 'PUT' && key.endsWith(breaking));
      await expect(storeReleases(local.store).publish(upload, BY)).rejects.toThrow(/refused with 503/);
      s3.fail(false);
      expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
    }
    await storeReleases(local.store).publish(upload, BY);
    expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
    expect((await storeReleases(local.store).list())[0]?.problem).toBeNull();
  });
});

it('an interrupted upload is completed by the same files for another commit', async () => {
  const local = emptyLocalReleases();
  const { files } = await signedBuild(local, aBuild());
  const key = await trustedKey(local, 'mf-sample');
  const uploadOf = (commit: string) => ({ release: signRelease(files, key, commit), files });
  const interrupted = uploadOf('a'.repeat(40));
  await putRelease(local.store, interrupted.release.release, interrupted);
  await storeReleases(local.store).publish(uploadOf('b'.repeat(40)), BY);
  const [listed] = await storeReleases(local.store).list('mf-sample');
  expect(listed).toMatchObject({ problem: null, releases: [{ commit: 'b'.repeat(40) }] });
  expect(
    await readVerified(readerOf(local.store, 'mf-sample', interrupted.release.release), {
      remote: 'mf-sample',
      teams: await readTeams(local.store),
    }),
  ).toMatchObject({ release: { commit: 'b'.repeat(40) } });
});

describe('the audit log', () => {
  it('records who did what, when and why, the latest first', async () => {
    const local = emptyLocalReleases();
    const start = Date.parse('2026-01-01T00:00:00Z');
    await publishVersion(local, '1.0.0', new Date(start));
    await publishVersion(local, '2.0.0', new Date(start + DAY_MS));
    const releases = storeReleases(local.store, { now: () => new Date(start + 2 * DAY_MS) });
    await releases.rollback('mf-sample', undefined, { who: 'ada (token 12345678)', why: 'it hangs' });
    const log = await releases.audit('mf-sample');
    expect(log.map(({ what, version, at }) => [what, version, at])).toEqual([
      ['rollback', '1.0.0', '2026-01-03T00:00:00.000Z'],
      ['publish', '2.0.0', '2026-01-02T00:00:00.000Z'],
      ['publish', '1.0.0', '2026-01-01T00:00:00.000Z'],
    ]);
    expect(log[0]).toMatchObject({ who: 'ada (token 12345678)', why: 'it hangs', before: log[1]!.release });
    expect(await releases.audit('mf-other')).toEqual([]);
  });

  it('can be read without an entry that is damaged', async () => {
    const local = emptyLocalReleases();
    for (const version of ['1.0.0', '2.0.0']) await publishVersion(local, version);
    const [oldest] = await local.store.list('audit/');
    await changeObject(local.store, oldest!, () => Buffer.from('{'));
    expect((await storeReleases(local.store).audit()).map(({ version }) => version)).toEqual(['2.0.0']);
  });

  it('misses no action, even if its process was killed before writing the entry', async () => {
    const local = LOCALS[1]![1]();
    s3.fail((method, key) => method === 'PUT' && key.includes('/audit/'));
    await publishVersion(local, '1.0.0');
    s3.fail(false);
    expect(await local.store.list('audit/')).toEqual([]);
    expect((await storeReleases(local.store).audit()).map(({ version }) => version)).toEqual(['1.0.0']);
    await publishVersion(local, '2.0.0');
    expect(await local.store.list('audit/')).toHaveLength(2);
  });
});

it('a release is deleted 30 days after it stopped being live, and only if nothing points to it', async () => {
  const local = emptyLocalReleases();
  const start = new Date('2026-01-01T00:00:00Z');
  const later = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
  const kept = async () =>
    Object.values((await readRegistry(local.store)).remotes['mf-sample']!.releases)
      .map(({ version }) => version)
      .sort();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(local, version, start);
  await storeReleases(local.store, { now: () => start }).rollback('mf-sample', undefined, BY);
  await publishVersion(local, '4.0.0', later(29));
  expect(await kept()).toContain('3.0.0');
  await publishVersion(local, '5.0.0', later(31));
  expect(await kept()).toEqual(['1.0.0', '2.0.0', '4.0.0', '5.0.0']);
  const folders = new Set((await local.store.list('remotes/')).map((key) => key.split('/')[2]));
  expect(folders.size).toBe(4);
});

it('a release whose files could not be deleted does not make the action fail', async () => {
  const local = emptyLocalReleases();
  const start = new Date('2026-01-01T00:00:00Z');
  for (const version of ['1.0.0', '2.0.0']) await publishVersion(local, version, start);
  await storeReleases(local.store, { now: () => start }).rollback('mf-sample', undefined, BY);
  const remove = async () => {
    throw new StoreUnavailable('s3://releases is away');
  };
  const after31Days = { now: () => new Date(start.getTime() + 31 * DAY_MS) };
  const upload = await signedBuild(local, aBuild({ version: '3.0.0' }));
  const { warnings } = await storeReleases({ ...local.store, remove }, after31Days).publish(upload, BY);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^mf-sample 2\.0\.0 has expired, .* Delete remotes\/mf-sample\/[0-9a-f]{20}\/ in the store\.$/,
    ),
  ]);
  expect(await liveIn(local)).toMatchObject({ version: '3.0.0' });
});

it('an action that changes nothing deletes no expired release, because its row stays', async () => {
  const local = emptyLocalReleases();
  const start = new Date('2026-01-01T00:00:00Z');
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(local, version, start);
  await storeReleases(local.store, { now: () => start }).rollback('mf-sample', undefined, BY);
  const after31Days = () => new Date(start.getTime() + 31 * DAY_MS);
  await storeReleases(local.store, { now: after31Days }).promote('mf-sample', '2.0.0', BY);
  const rows = Object.values((await readRegistry(local.store)).remotes['mf-sample']!.releases);
  const folders = new Set((await local.store.list('remotes/')).map((key) => key.split('/')[2]));
  expect(rows.map(({ version }) => version).sort()).toEqual(['1.0.0', '2.0.0', '3.0.0']);
  expect(folders).toEqual(new Set(rows.map(({ folder }) => folder)));
});

it('a damaged registry is reported and left unchanged', async () => {
  const local = emptyLocalReleases();
  await publishVersion(local, '1.0.0');
  await changeObject(local.store, REGISTRY_KEY, () => Buffer.from('{"remotes": []}'));
  await expect(publishVersion(local, '2.0.0')).rejects.toThrow(/registry\.json is not in the expected form/);
  expect((await readObject(local.store, REGISTRY_KEY))?.body.toString()).toBe('{"remotes": []}');
});

it('nothing is written into the registry that could not be read again', async () => {
  const local = emptyLocalReleases();
  const upload = await signedBuild(local, aBuild());
  await expect(storeReleases(local.store).publish(upload, { who: 'x', why: 'y'.repeat(501) })).rejects.toThrow(
    /change\.why/,
  );
  expect(await liveIn(local)).toBeUndefined();
});

it('publishing a second release retires the first', async () => {
  const local = emptyLocalReleases();
  await publishVersion(local, '1.0.0');
  await publishVersion(local, '2.0.0');
  const { remotes } = await readRegistry(local.store);
  const releases = Object.values(remotes['mf-sample']!.releases);
  expect(releases.map(({ version, retiredAt }) => [version, retiredAt === null])).toEqual([
    ['1.0.0', false],
    ['2.0.0', true],
  ]);
});
