import { CONTRACT } from '../contract/remote.ts';
import { expect, test } from 'vitest';
import { aBuild, scratchFolder } from './a-build.ts';
import { devPublisher } from './dev-publish.ts';
import { registryPaths, type RegistryPaths } from './registry.ts';
import { publish } from './publish.ts';
import { readRegistry } from './registry.ts';

const live = (paths: RegistryPaths) => readRegistry(paths).remotes['mf-sample'];

const aRunningStack = async () => {
  const paths = registryPaths(scratchFolder());
  await publish(paths, 'mf-sample', aBuild({ version: '1.0.0' }));
  let clock = 1000;
  return { paths, publisher: devPublisher(paths, 'mf-sample', () => (clock += 1)) };
};

test('every build goes live under a version of its own, without a trace in the history', async () => {
  const { paths, publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0-aa' }))).toBe('mf-sample: 1.0.0-aa-dev.1001 is live');
  expect(await publisher.publish(aBuild({ version: '1.0.0-bb' }))).toBe('mf-sample: 1.0.0-bb-dev.1002 is live');
  expect(live(paths)).toMatchObject({ version: '1.0.0-bb-dev.1002', previous: [] });
});

test('a build without a change is not published', async () => {
  const { publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0' }))).toBeUndefined();
});

test('a build that the shell could not run stays out', async () => {
  const { paths, publisher } = await aRunningStack();
  expect(await publisher.publish(aBuild({ version: '1.0.0-cc', contract: CONTRACT + 1 }))).toMatch(
    /^mf-sample: not live: its contract is/,
  );
  expect(live(paths)?.version).toBe('1.0.0');
});

test('what was live before is live again afterwards', async () => {
  const { paths, publisher } = await aRunningStack();
  const before = live(paths);
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  expect(await publisher.restore()).toBe('1.0.0');
  expect(live(paths)).toEqual(before);
});

test('what somebody else published meanwhile stays', async () => {
  const { paths, publisher } = await aRunningStack();
  await publisher.publish(aBuild({ version: '1.0.0-aa' }));
  await publish(paths, 'mf-sample', aBuild({ version: '2.0.0' }));
  expect(await publisher.restore()).toBe('2.0.0');
});
