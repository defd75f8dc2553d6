import { expect, test } from 'vitest';
import { CONTRACT } from '../contract/remote.ts';
import { publishBuild } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn } from '../testing/a-build.ts';
import { REGISTRY_KEY } from '../registry/registry.ts';
import { StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { devPublisher } from './dev-publish.ts';

const aRunningStack = async () => {
  const local = emptyLocalReleases();
  await publishBuild(local, aBuild({ version: '1.0.0' }));
  let clock = 1000;
  return { local, publisher: await devPublisher(local, 'mf-sample', () => (clock += 1)) };
};

test('every build goes live under its own version, and is not added to the history', async () => {
  const { local, publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0-aa' }))).toBe('mf-sample: 1.0.0-aa-dev.1001 is live');
  expect(await publisher.publish(aBuild({ version: '1.0.0-bb' }))).toBe('mf-sample: 1.0.0-bb-dev.1002 is live');
  expect(await liveIn(local)).toEqual({ version: '1.0.0-bb-dev.1002', previous: [] });
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

test('the last build of a remote that was never published stays live', async () => {
  const local = emptyLocalReleases();
  const publisher = await devPublisher(local, 'mf-sample', () => 1000);
  expect(await publisher.restore()).toBeUndefined();
  await publisher.publish(aBuild({ version: '0.1.0' }));
  expect(await publisher.restore()).toBe('mf-sample: 0.1.0-dev.1000 stays live: nothing was published before it');
});
