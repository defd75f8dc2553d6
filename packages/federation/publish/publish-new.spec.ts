import path from 'node:path';
import { expect, test } from 'vitest';
import { publishBuild, signedBuild } from '../testing/fixtures.ts';
import { aBuild, emptyLocalReleases, liveIn, scratchFolder } from '../testing/a-build.ts';
import { storeReleases } from '../registry/releases.ts';
import { devPublisher } from './dev-publish.ts';
import { publishNew } from './publish-new.ts';

const BY = { who: 'a test', why: '' };

/** A checkout with one remote, and functions to build and publish it. */
const aCheckout = () => {
  const root = scratchFolder();
  const local = emptyLocalReleases();
  const build = (version: string): string => aBuild({ version, folder: path.join(root, 'mf-sample/dist') });
  const start = () => publishNew(local, { root });
  const publishJob = () => publishNew(local, { root, keepOthers: true });
  const live = async () => (await liveIn(local))?.version;
  return { local, build, start, publishJob, live };
};

test('a start publishes a new build', async () => {
  const { build, start, live } = aCheckout();
  build('1.0.0');
  expect(await start()).toEqual(['mf-sample: 1.0.0 is live']);
  expect(await live()).toBe('1.0.0');
});

test('a restart with the same build does nothing', async () => {
  const { build, start } = aCheckout();
  build('1.0.0');
  await start();
  expect(await start()).toEqual([]);
});

test('a restart does not undo a rollback', async () => {
  const { local, build, start, live } = aCheckout();
  build('1.0.0');
  await start();
  build('2.0.0');
  await start();
  await storeReleases(local.store).rollback('mf-sample', undefined, { who: 'test', why: '' });
  expect(await start()).toEqual(["mf-sample: 1.0.0 stays live; this checkout's build is 2.0.0"]);
  expect(await live()).toBe('1.0.0');
});

test('a restart does not undo what an operator published from elsewhere', async () => {
  const { local, build, start, live } = aCheckout();
  build('1.0.0');
  await start();
  await publishBuild(local, aBuild({ version: '1.1.0' }));
  await start();
  expect(await live()).toBe('1.1.0');
});

test('the job in containers publishes new builds until somebody else publishes', async () => {
  const { local, build, publishJob, live } = aCheckout();
  build('1.0.0');
  expect(await publishJob()).toEqual(['mf-sample: 1.0.0 is live']);
  build('2.0.0');
  expect(await publishJob()).toEqual(['mf-sample: 2.0.0 is live']);
  await publishBuild(local, aBuild({ version: '2.1.0' }));
  const shown = await signedBuild(local, aBuild({ version: '2.2.0-pr' }));
  // However often others act afterwards.
  for (let preview = 0; preview < 51; preview += 1) {
    await storeReleases(local.store).preview(shown, { name: 'pr-12', days: 7 }, BY);
    await storeReleases(local.store).endPreview('mf-sample', 'pr-12', BY);
  }
  build('3.0.0');
  expect(await publishJob()).toEqual([
    "mf-sample: 2.1.0 stays live, which a test published; this checkout's build is 3.0.0",
  ]);
  expect(await live()).toBe('2.1.0');
});

test('a restart replaces what a killed development session left live', async () => {
  const { local, build, start, live } = aCheckout();
  const folder = build('1.0.0');
  await start();
  aBuild({ version: '1.0.0-aa', folder });
  await (await devPublisher(local, 'mf-sample')).publish(folder);
  build('1.0.0');
  expect(await start()).toEqual(['mf-sample: 1.0.0 is live']);
  expect(await live()).toBe('1.0.0');
});

test('a refused build leaves the earlier one live', async () => {
  const { build, start, live } = aCheckout();
  const folder = build('1.0.0');
  await start();
  aBuild({ version: '2.0.0', contract: 99, folder });
  expect(await start()).toEqual([
    expect.stringMatching(
      /^mf-sample: 1\.0\.0 stays live\. mf-sample cannot be published\.\n- remote\.json: its contract is 99/,
    ),
  ]);
  expect(await live()).toBe('1.0.0');
});

test('a refused build without an earlier one is an error', async () => {
  const { build, start } = aCheckout();
  aBuild({ contract: 99, folder: build('1.0.0') });
  await expect(start()).rejects.toThrow(/its contract is 99/);
});
