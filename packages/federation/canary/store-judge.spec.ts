import type { ReleaseFigures } from '@course/contracts';
import { expect, it } from 'vitest';
import { releaseFigures, publishBuild, signedBuild } from '../testing/fixtures.ts';
import { aBuild, aHome, liveIn } from '../testing/a-build.ts';
import { readRegistry } from '../registry/registry.ts';
import { storeReleases } from '../registry/releases.ts';
import { aService } from '../testing/a-service.ts';
import { canaryJudge } from './judge.ts';
import { storeJudge } from './store-judge.ts';

const BY = { who: 'pipeline', why: '' };

/** A store with a canary beside a stable release, and a judge that gets these figures for them. */
const aCanary = async (canary: ReleaseFigures, stable: ReleaseFigures, promote = false) => {
  const home = aHome();
  const before = await publishBuild(home, aBuild({ version: '1.0.0' }));
  const releases = storeReleases(home.store);
  const upload = await signedBuild(home, aBuild({ version: '2.0.0' }));
  const { release } = await releases.publish(upload, BY, { share: 10, promote });
  const figures = [
    { ...canary, release },
    { ...stable, release: before.release },
  ];
  const tracking = await aService(JSON.stringify({ releases: figures }));
  const warned: object[] = [];
  const log = { info: () => undefined, warn: (about: object) => void warned.push(about) };
  const aJudge = () => canaryJudge(storeJudge({ store: home.store, trackingUrl: tracking.url, services: {}, log }));
  return { home, releases, release, aJudge, warned };
};

const BAD = releaseFigures({ visits: 380, failed: 41 });
const USUAL = releaseFigures({ visits: 3420, failed: 3 });

it('a bad canary is withdrawn from its visitors once, even if two publishing APIs judge it', async () => {
  const { home, releases, release, aJudge } = await aCanary(BAD, USUAL);
  await Promise.all([aJudge()(), aJudge()()]);
  const why = 'errors in 41 of 380 visits, 3 of 3,420 on stable';
  const { channels, releases: rows } = (await readRegistry(home.store)).remotes['mf-sample']!;
  expect([channels.canary, rows[release]?.withdrawn]).toEqual([undefined, why]);
  expect((await liveIn(home))?.version).toBe('1.0.0');
  const aborts = (await releases.audit()).filter(({ what }) => what === 'abort');
  expect(aborts).toMatchObject([{ who: 'judge', why, release, channel: 'canary' }]);
});

it('a good canary becomes stable if that was requested', async () => {
  const many = releaseFigures({ visits: 54_000 });
  const { home, releases, aJudge } = await aCanary(releaseFigures({ visits: 6000 }), many, true);
  await aJudge()();
  expect((await liveIn(home))?.version).toBe('2.0.0');
  expect((await releases.audit())[0]).toMatchObject({ what: 'promote', who: 'judge' });
});

it('an undecided canary stays, and the list shows its judgement', async () => {
  const { releases, aJudge } = await aCanary(releaseFigures({ visits: 30 }), releaseFigures({ visits: 270 }));
  expect((await releases.list())[0]?.canary?.judged).toMatch(/^not judged yet/);
  await aJudge()();
  expect((await releases.list())[0]?.canary).toMatchObject({
    version: '2.0.0',
    judged: 'undecided after 30 visits (270 on stable)',
  });
});

it('the judge does not end another canary than the one that it judged', async () => {
  const { home, releases, release } = await aCanary(BAD, USUAL);
  await releases.abort('mf-sample', { who: 'operator', why: 'changed my mind' });
  const other = await signedBuild(home, aBuild({ version: '3.0.0' }));
  const next = await releases.publish(other, BY, { share: 10, promote: false });
  const { act } = storeJudge({ store: home.store, trackingUrl: 'http://127.0.0.1:9', services: {}, log: console });
  await expect(act.abort('mf-sample', release, 'bad')).rejects.toThrow(/is no longer the canary/);
  await expect(act.promote('mf-sample', release, 'good')).rejects.toThrow(/is no longer the canary/);
  expect((await readRegistry(home.store)).remotes['mf-sample']?.channels.canary?.release).toBe(next.release);
});
