import { expect, test } from 'vitest';
import { CONTRACT } from '../contract/remote.ts';
import { publishBuild, storeReleases } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn } from '../testing/a-build.ts';
import { REGISTRY_KEY } from '../registry/registry.ts';
import { StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { devPublisher } from './dev-publish.ts';

const BY = { who: 'a test', why: '' };

const aRunningStack = async () => {
  const local = emptyLocalReleases();
  await publishBuild(local, aBuild({ version: '1.0.0' }));
  let clock = 1000;
  return { local, publisher: await devPublisher(local, 'mf-sample', () => (clock += 1)) };
};

test('every build goes live under its own version, and the history begins with the release that it stands in for', async () => {
  const { local, publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0-aa' }))).toBe('mf-sample: 1.0.0-aa-dev.1001 is live');
  expect(await publisher.publish(aBuild({ version: '1.0.0-bb' }))).toBe('mf-sample: 1.0.0-bb-dev.1002 is live');
  expect(await liveIn(local)).toEqual({ version: '1.0.0-bb-dev.1002', previous: ['1.0.0'] });
});

test('an unchanged build is not published', async () => {
  const { publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0' }))).toBeUndefined();
});

test('a build that could not be published is published with the next attempt', async () => {
  const local = emptyLocalReleases();
  let isAway = true;
  const create: ReleaseStore['create'] = async (key, body) => {
    if (isAway && key === REGISTRY_KEY) throw new StoreUnavailable('the store is away');
    return local.store.create(key, body);
  };
  const publisher = await devPublisher({ ...local, store: { ...local.store, create } }, 'mf-sample', () => 1000);
  const build = aBuild({ version: '1.0.0-aa' });
  expect(await publisher.publish(build)).toBe('mf-sample: not live: the store is away');
  isAway = false;
  expect(await publisher.publish(build)).toBe('mf-sample: 1.0.0-aa-dev.1000 is live');
});

test('a build that the shell cannot run is not published', async () => {
  const { local, publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0-cc', contract: CONTRACT + 1 }))).toMatch(
    /^mf-sample: not live: remote\.json: its contract is/,
  );
  expect((await liveIn(local))?.version).toBe('1.0.0');
});

test('the previous release is live again afterwards', async () => {
  const { local, publisher } = await aRunningStack();
  const before = await liveIn(local);
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  expect(await publisher.restore()).toBe('mf-sample: 1.0.0 is live again');
  expect(await liveIn(local)).toEqual(before);
});

test('a release that was published meanwhile stays live', async () => {
  const { local, publisher } = await aRunningStack();
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  await publishBuild(local, aBuild({ version: '2.0.0' }));
  expect(await publisher.restore()).toBe('mf-sample: 2.0.0 went live meanwhile and stays live');
  expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
});

test('after a killed command, a published release can be rolled back to the one before the development builds', async () => {
  const { local, publisher } = await aRunningStack();
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  await publishBuild(local, aBuild({ version: '2.0.0' }));
  await storeReleases(local.store).rollback('mf-sample', undefined, BY);
  expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
});

test('after a killed command, the next one restores the release before the development builds', async () => {
  const { local, publisher } = await aRunningStack();
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  const next = await devPublisher(local, 'mf-sample');
  await next.publish(aBuild({ version: '1.0.0-bb' }));
  expect(await next.restore()).toBe('mf-sample: 1.0.0 is live again');
  expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
});

test('a release that was published between two builds is live again afterwards, and can be rolled back', async () => {
  const local = emptyLocalReleases();
  await publishBuild(local, aBuild({ version: '1.0.0' }));
  const publisher = await devPublisher(local, 'mf-sample');
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  await publishBuild(local, aBuild({ version: '2.0.0' }));
  await publisher.publish(aBuild({ version: '1.0.0-bb' }));
  await publisher.publish(aBuild({ version: '1.0.0-cc' }));
  expect(await publisher.restore()).toBe('mf-sample: 2.0.0 is live again');
  expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.0.0'] });
});

test('a development build can neither be promoted nor be a canary', async () => {
  const { local, publisher } = await aRunningStack();
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  await publishBuild(local, aBuild({ version: '2.0.0' }));
  const releases = storeReleases(local.store);
  const sentence = 'mf-sample 1.0.0-aa-dev.1001 is a development build. Publish it under a version of its own.';
  await expect(releases.promote('mf-sample', '1.0.0-aa-dev.1001', BY)).rejects.toThrow(sentence);
  const canary = { share: 10, promote: true };
  await expect(releases.canary('mf-sample', '1.0.0-aa-dev.1001', canary, BY)).rejects.toThrow(sentence);
});

test('the last build of a remote that was never published stays live', async () => {
  const local = emptyLocalReleases();
  const publisher = await devPublisher(local, 'mf-sample', () => 1000);
  expect(await publisher.restore()).toBeUndefined();
  await publisher.publish(aBuild({ version: '0.1.0' }));
  expect(await publisher.restore()).toBe('mf-sample: 0.1.0-dev.1000 stays live: nothing was published before it');
});
