import path from 'node:path';
import { expect, test } from 'vitest';
import { aBuild, scratchFolder } from './a-build.ts';
import { devPublisher } from './dev-publish.ts';
import { registryPaths } from './registry.ts';
import { publishNew } from './publish-new.ts';
import { publish, rollback } from './publish.ts';
import { readRegistry } from './registry.ts';

/** A checkout with one remote, built in this version. */
const aCheckout = () => {
  const root = scratchFolder();
  const paths = registryPaths(scratchFolder());
  const build = (version: string): string => aBuild({ version, folder: path.join(root, 'mf-sample/dist') });
  const start = () => publishNew(paths, root);
  const live = () => readRegistry(paths).remotes['mf-sample']?.version;
  return { paths, build, start, live };
};

test('a start publishes a build that was never seen', async () => {
  const { build, start, live } = aCheckout();
  build('1.0.0');
  expect(await start()).toEqual(['mf-sample: 1.0.0 is live']);
  expect(live()).toBe('1.0.0');
});

test('a restart with the same build says and does nothing', async () => {
  const { build, start } = aCheckout();
  build('1.0.0');
  await start();
  expect(await start()).toEqual([]);
});

test('a restart does not undo a rollback', async () => {
  const { paths, build, start, live } = aCheckout();
  build('1.0.0');
  await start();
  build('2.0.0');
  await start();
  await rollback(paths, 'mf-sample');
  expect(await start()).toEqual(["mf-sample: 1.0.0 stays live; this checkout's build is 2.0.0"]);
  expect(live()).toBe('1.0.0');
});

test('a restart does not undo what an operator published from elsewhere', async () => {
  const { paths, build, start, live } = aCheckout();
  build('1.0.0');
  await start();
  await publish(paths, 'mf-sample', aBuild({ version: '1.1.0' }));
  await start();
  expect(live()).toBe('1.1.0');
});

test('a restart does away with what a killed development session left live', async () => {
  const { paths, build, start, live } = aCheckout();
  const folder = build('1.0.0');
  await start();
  aBuild({ version: '1.0.0-aa', folder });
  await devPublisher(paths, 'mf-sample').publish(folder);
  build('1.0.0');
  expect(await start()).toEqual(['mf-sample: 1.0.0 is live']);
  expect(live()).toBe('1.0.0');
});

test('a build that must not be published leaves the earlier one live', async () => {
  const { build, start, live } = aCheckout();
  const folder = build('1.0.0');
  await start();
  aBuild({ version: '2.0.0', contract: 99, folder });
  expect(await start()).toEqual([
    expect.stringMatching(/^mf-sample: 1\.0\.0 stays live\. mf-sample cannot be published: its contract is 99/),
  ]);
  expect(live()).toBe('1.0.0');
});

test('without an earlier one it is an error', async () => {
  const { build, start } = aCheckout();
  aBuild({ contract: 99, folder: build('1.0.0') });
  await expect(start()).rejects.toThrow(/its contract is 99/);
});
